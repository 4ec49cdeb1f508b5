import type { ReactNode } from 'react';
import { Trans } from '#client/i18n/Trans.tsx';
import { distanceFromUser } from '#client/i18n/lengths';
import { distanceBetween } from '#shared/geo';
import { useAppSelector } from '#client/store/hooks';
import { callSinceText, seenPositionText } from '#client/features/alerts/calls/messages';
import { selectOpenCallOf, selectOwnOpenCall } from '#client/features/alerts/calls/selectors';
import { type CheckInPartProps, CheckInPart } from '#client/features/alerts/checkIns/views/OnMap.tsx';
import { selectFamilies, selectIsAlone } from '#client/features/families/selectors';
import { selectOwnPosition, selectPositionOf } from '#client/features/locations/selectors';
import { selectIsShared } from '#client/features/locations/whereabouts/selectors';
import { selectNow } from '#client/features/session/selectors';
import { SharingDetail } from '#client/features/locations/whereabouts/views/SharingDetail.tsx';
import { SharingNotices } from '#client/features/locations/whereabouts/views/SharingNotices.tsx';
import { WhereaboutsLine } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import { TellNow } from './TellNow';

export interface LoadedMapPartProps {
  /** `distance`: of a member from the user. `sharing`: what shares the user's position. */
  part: CheckInPartProps['part'] | 'distance' | 'sharing';
  /** Of a row or a distance: the member. */
  userId?: string;
  isMe?: boolean;
  /** Of a row: shown until more is known than a position. */
  fallback?: ReactNode;
}

/** What the map shows of check-ins, pauses and whereabouts, where the server has them. */
export function LoadedMapPart({ part, userId = '', isMe = false, fallback }: LoadedMapPartProps) {
  const openCall = useAppSelector((state) => selectOpenCallOf(state, userId));
  const hasCheckIns = useAppSelector(({ alerts }) => alerts.checkIns.list !== null);
  if (part === 'distance') return isMe ? null : <Distance userId={userId} />;
  if (part === 'sharing') return <SharingOrSos />;
  return (
    <>
      {part !== 'row' ? null : openCall ? (
        // In place of the stay, which may be somewhere else.
        <span className="sos-since">{callSinceText(openCall)}</span>
      ) : (
        <WhereaboutsLine userId={userId} fallback={fallback} />
      )}
      {hasCheckIns && !isMe ? <CheckInPart part={part} userId={userId} instead={<TellNow />} /> : null}
      {/* Below what someone waits for. */}
      {part === 'notices' ? <SharingNotices /> : null}
    </>
  );
}

/** An SOS shows its caller also while they do not share. */
function SharingOrSos() {
  const isShared = useAppSelector(selectIsShared);
  const ownCall = useAppSelector(selectOwnOpenCall);
  const now = useAppSelector(selectNow);
  const isAlone = useAppSelector(selectIsAlone);
  const families = useAppSelector(selectFamilies).length;
  if (isShared || !ownCall || isAlone) return <SharingDetail />;
  return <span>{seenPositionText(ownCall, families, now)}</span>;
}

function Distance({ userId }: { userId: string }) {
  const own = useAppSelector(selectOwnPosition);
  const position = useAppSelector((state) => selectPositionOf(state, userId));
  if (!own || !position) return null;
  return (
    <Trans
      message="{distance}<hidden> from you, </hidden>"
      values={{ distance: distanceFromUser(distanceBetween(own, position)) }}
      tags={{ hidden: <span className="visually-hidden" /> }}
    />
  );
}
