import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useInviteCode } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { CopyIcon } from '#client/ui/icons.tsx';
import { inGroups } from '../invite';
import { selectInviteCopy } from '../selectors';
import { inviteCopyRequested } from '../slice';
import { CopyOutcome } from './CopyOutcome';

interface InviteCardProps {
  familyId: string;
  /** The user is the only member, so the code is shown. */
  alone: boolean;
}

/** The family's invitation code, to be passed on. */
export function InviteCard({ familyId, alone }: InviteCardProps) {
  const dispatch = useAppDispatch();
  const code = useInviteCode(familyId);
  const status = useAppSelector(selectInviteCopy);
  if (code === null) return null;
  return (
    <details className="invite" open={alone}>
      <summary>{t('Invite someone')}</summary>
      <p className="invite-hint">{t('Share this code with family members so they can join your group')}</p>
      <p className="invite-code">{inGroups(code)}</p>
      <Button icon={<CopyIcon />} wide onClick={() => dispatch(inviteCopyRequested({ familyId }))}>
        {t('Copy')}
      </Button>
      <CopyOutcome
        status={status}
        copied={t('Invite code copied to clipboard!')}
        failed={t('This browser does not let Kinmap copy. Select the code above and copy it.')}
      />
    </details>
  );
}
