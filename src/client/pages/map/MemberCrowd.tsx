import { MemberDots, type MemberDotsProps } from '#client/map/MemberDots.tsx';
import { useAppSelector } from '#client/store/hooks';
import { colorFor } from '#client/ui/colors';
import { selectMemberColors } from '#client/features/families/selectors';
import type { MemberPresence } from '#client/features/locations/presence';

export interface MemberCrowdProps extends Pick<MemberDotsProps, 'onSelect'> {
  presences: readonly MemberPresence[];
}

/** The members of a large family on the map: dots. */
export function MemberCrowd({ presences, onSelect }: MemberCrowdProps) {
  const colors = useAppSelector(selectMemberColors);
  const members = presences.flatMap(({ member: { id }, position }) => {
    if (!position) return [];
    const { latitude, longitude } = position;
    return [{ id, latitude, longitude, color: (colors[id] ?? colorFor(id)).fill }];
  });
  return <MemberDots members={members} onSelect={onSelect} />;
}
