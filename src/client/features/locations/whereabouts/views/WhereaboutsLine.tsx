import { useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { selectPositionOf } from '../../selectors';
import { whereaboutsText } from '../messages';
import { selectPresenceOf } from '../selectors';
import './whereabouts.css';

/** Where a member is and how their phone is; nothing when no more is known than a position. */
export function WhereaboutsLine({ userId }: { userId: string }) {
  const presence = useAppSelector((state) => selectPresenceOf(state, userId));
  const position = useAppSelector((state) => selectPositionOf(state, userId));
  const now = useAppSelector(selectNow);
  if (!presence) return null;
  const age = position ? Math.max(0, now - Date.parse(position.timestamp)) : null;
  const text = whereaboutsText(presence, age, now);
  return text === null ? null : <span className="whereabouts">{text}</span>;
}
