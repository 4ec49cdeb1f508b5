import { type CheckInPartProps, CheckInPart } from '#client/features/alerts/checkIns/views/OnMap.tsx';
import { SharingNotices } from '#client/features/locations/whereabouts/views/SharingNotices.tsx';
import { WhereaboutsLine } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import { useAppSelector } from '#client/store/hooks';

/** What the map shows of check-ins, pauses and whereabouts, where the server has them. */
export function LaterPart({ part, userId = '', isMe = false }: CheckInPartProps & { isMe?: boolean }) {
  const hasCheckIns = useAppSelector(({ alerts }) => alerts.checkIns.list !== null);
  return (
    <>
      {part === 'notices' ? <SharingNotices /> : null}
      {part === 'row' ? <WhereaboutsLine userId={userId} /> : null}
      {hasCheckIns && !isMe ? <CheckInPart part={part} userId={userId} /> : null}
    </>
  );
}
