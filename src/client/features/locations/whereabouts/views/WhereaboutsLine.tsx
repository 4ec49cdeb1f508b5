import type { ReactNode } from 'react';
import { useAppSelector } from '#client/store/hooks';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { selectPositionOf } from '../../selectors';
import { batteryText, isBatteryLow, isBatteryShown, shortPauseText, whereaboutsText } from '../messages';
import { selectIsShared, selectPause, selectPresenceOf } from '../selectors';
import './whereabouts.css';

interface WhereaboutsLineProps {
  userId: string;
  /** Shown when only a position is known. */
  fallback?: ReactNode;
}

/** Where a member is, in their own row also that they have paused; and their battery when it is low or charges. */
export function WhereaboutsLine({ userId, fallback }: WhereaboutsLineProps) {
  const presence = useAppSelector((state) => selectPresenceOf(state, userId));
  const text = useWhereabouts(userId);
  return (
    <span className="whereabouts-line">
      {text === null ? <span>{fallback}</span> : <span className="whereabouts">{text}</span>}
      {presence && isBatteryShown(presence) ? (
        <span className="battery" data-low={isBatteryLow(presence)}>
          {batteryText(presence)}
        </span>
      ) : null}
    </span>
  );
}

/** Where a member is in words; null when only a position is known. */
export function useWhereabouts(userId: string): string | null {
  const presence = useAppSelector((state) => selectPresenceOf(state, userId));
  const position = useAppSelector((state) => selectPositionOf(state, userId));
  const isMe = useAppSelector((state) => selectUser(state)?.id === userId);
  const pause = useAppSelector(selectPause);
  const isShared = useAppSelector(selectIsShared);
  const now = useAppSelector(selectNow);
  if (isMe && pause) return shortPauseText(pause, now);
  // Who no longer shares may have gone since.
  if (!presence || (isMe && !isShared)) return null;
  const age = position ? Math.max(0, now - Date.parse(position.timestamp)) : null;
  return whereaboutsText(presence, age, now);
}
