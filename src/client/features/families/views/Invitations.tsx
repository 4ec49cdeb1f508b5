import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectAnsweringId, selectInvitationError, selectInvitations } from '../invitations/selectors';
import { invitationAccepted, invitationDeclined } from '../invitations/slice';
import './invitations.css';

interface InvitationsProps {
  /** How many are shown at once; the next ones come when these are answered. */
  most?: number;
}

/** Families that wait for one's answer, each with what accepting means; nothing where there is none. */
export function Invitations({ most = 20 }: InvitationsProps) {
  const dispatch = useAppDispatch();
  const invitations = useAppSelector(selectInvitations);
  const answeringId = useAppSelector(selectAnsweringId);
  const error = useAppSelector(selectInvitationError);
  if (invitations.length === 0) return null;
  const later = invitations.length - most;
  return (
    <div className="invitations">
      {error === null ? null : <Notice kind="error">{error}</Notice>}
      {invitations.slice(0, most).map(({ id, familyName, invitedBy }, index) => (
        <Notice key={id}>
          <p>
            <strong>{invitedBy}</strong> invites you to <strong>{familyName}</strong>. Once you accept, you
            see each other.
          </p>
          <div className="invitation-actions">
            <Button
              variant="primary"
              busy={answeringId === id}
              onClick={() => dispatch(invitationAccepted({ id }))}
            >
              Accept
            </Button>
            <Button disabled={answeringId === id} onClick={() => dispatch(invitationDeclined({ id }))}>
              Decline
            </Button>
          </div>
          {later > 0 && index === most - 1 ? (
            <p className="invitations-later">{later} more to answer after this</p>
          ) : null}
        </Notice>
      ))}
    </div>
  );
}
