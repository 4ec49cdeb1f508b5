import { selectAnsweringId, selectInvitationFailure, selectInvitations } from '../selectors';
import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { invitationAccepted, invitationDeclined } from '../invitations/slice';
import './invitations.css';

interface InvitationsProps {
  /** How many are shown at once; the next ones come when these are answered. */
  limit?: number;
}

/** The invitations that wait for an answer, each with what accepting means; hidden when there are none. */
export function Invitations({ limit = 20 }: InvitationsProps) {
  const dispatch = useAppDispatch();
  const invitations = useAppSelector(selectInvitations);
  const answeringId = useAppSelector(selectAnsweringId);
  const failure = useAppSelector(selectInvitationFailure);
  if (invitations.length === 0) return null;
  const later = invitations.length - limit;
  return (
    <div className="invitations">
      {failure === null ? null : <Notice kind="error">{errorMessage(failure.error)}</Notice>}
      {invitations.slice(0, limit).map(({ id, familyName, invitedBy }, index) => (
        <div key={id} ref={focusNeighbourOnRemoval} role="group" aria-label={familyName} tabIndex={-1}>
          <Notice>
            <p>
              <Trans
                message="<name>{name}</name> invites you to <family>{family}</family>. Once you accept, you see where the others are from then on. They see you only while you share."
                values={{ name: invitedBy, family: familyName }}
                tags={{ name: <strong />, family: <strong /> }}
              />
            </p>
            <div className="invitation-actions">
              <Button
                variant="primary"
                busy={answeringId === id}
                onClick={() => dispatch(invitationAccepted({ id }))}
              >
                {t('Accept')}
              </Button>
              <Button disabled={answeringId === id} onClick={() => dispatch(invitationDeclined({ id }))}>
                {t('Decline')}
              </Button>
            </div>
            {later > 0 && index === limit - 1 ? (
              <p className="invitations-later">{t('{count} more to answer after this', { count: later })}</p>
            ) : null}
          </Notice>
        </div>
      ))}
    </div>
  );
}
