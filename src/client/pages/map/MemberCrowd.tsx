import { MemberDots, type MemberDotsProps } from '#client/map/MemberDots.tsx';
import { colorFor, colorsFor } from '#client/ui/colors';
import type { MemberPresence } from '#client/features/locations/presence';

export interface MemberCrowdProps extends Pick<MemberDotsProps, 'onSelect'> {
  presences: readonly MemberPresence[];
}

/** The members of a large family on the map: dots. */
export function MemberCrowd({ presences, onSelect }: MemberCrowdProps) {
  const colors = colorsFor(presences.map(({ member }) => member.id));
  const members = presences.flatMap(({ member: { id }, position }) => {
    if (!position) return [];
    const { latitude, longitude } = position;
    return [{ id, latitude, longitude, color: (colors[id] ?? colorFor(id)).fill }];
  });
  return <MemberDots members={members} onSelect={onSelect} />;
}
