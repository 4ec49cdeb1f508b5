import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { ShareIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyIcon } from '#client/ui/icons.tsx';
import { selectLinkCopy } from '../administration/selectors';
import { linkCopyRequested } from '../administration/slice';
import { selectFirstSteps } from '../firstSteps/selectors';
import { inviteShareRequested } from '../firstSteps/slice';
import { selectInviteCopy } from '../selectors';
import { type Family, inviteCopyRequested } from '../slice';
import { CopyOutcome } from './CopyOutcome';

/** Copies the invitation code. */
export function CodeCopyButton({ familyId, disabled = false }: { familyId: string; disabled?: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <Button
      icon={<CopyIcon />}
      disabled={disabled}
      onClick={() => dispatch(inviteCopyRequested({ familyId }))}
    >
      {t('Copy')}
    </Button>
  );
}

/** What became of copying the code. */
export function CodeCopyOutcome() {
  return (
    <CopyOutcome
      status={useAppSelector(selectInviteCopy)}
      copied={t('Invite code copied to clipboard!')}
      failed={t('This browser does not let Kinmap copy. Select the code above and copy it.')}
    />
  );
}

/** Passes the link of an invitation on: by the share sheet, where there is one, and the clipboard. */
export function LinkButtons({ family: { id, name } }: { family: Pick<Family, 'id' | 'name'> }) {
  const dispatch = useAppDispatch();
  const { canShare } = useAppSelector(selectFirstSteps);
  const text = t('Join {family} on Kinmap', { family: name });
  return (
    <>
      {canShare ? (
        <Button icon={<ShareIcon />} onClick={() => dispatch(inviteShareRequested({ familyId: id, text }))}>
          {t('Share invite link')}
        </Button>
      ) : null}
      <Button icon={<CopyIcon />} onClick={() => dispatch(linkCopyRequested({ familyId: id }))}>
        {t('Copy invite link')}
      </Button>
    </>
  );
}

/** What became of copying the link; where it failed, the link as text. */
export function LinkCopyOutcome({ link }: { link: string }) {
  const status = useAppSelector(selectLinkCopy);
  return (
    <>
      <CopyOutcome
        status={status}
        copied={t('Invite link copied to clipboard!')}
        failed={t('This browser does not let Kinmap copy. Select the link below and copy it.')}
      />
      {status === 'failed' ? <p className="invite-link">{link}</p> : null}
    </>
  );
}
