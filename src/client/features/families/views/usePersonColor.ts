import { useAppSelector } from '#client/store/hooks';
import { colorFor, colorsFor, type PersonColor } from '#client/ui/colors';
import { selectMembers } from '../selectors';

/** The colour that somebody has on the family's map, so that they are the same person on every page. */
export function usePersonColor(id: string): PersonColor {
  const members = useAppSelector(selectMembers);
  return colorsFor(members.map((member) => member.id))[id] ?? colorFor(id);
}
