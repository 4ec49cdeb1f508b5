import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useInviteCode, useInviteLink } from '#client/store/hooks';
import { ShareIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyIcon } from '#client/ui/icons.tsx';
import { QrCode } from '#client/ui/QrCode.tsx';
import { selectLinkCopy } from '../administration/selectors';
import { linkCopyRequested } from '../administration/slice';
import { selectFirstSteps } from '../firstSteps/selectors';
import { inviteShareRequested } from '../firstSteps/slice';
import { inGroups } from '../invite';
import type { Family } from '../slice';
import { CopyOutcome } from './CopyOutcome';
import './invite-ways.css';

/** Every way to pass an invitation on, in one place: the share sheet, the link, the QR code and the code. */
export function InviteWays({ family: { id, name } }: { family: Pick<Family, 'id' | 'name'> }) {
  const dispatch = useAppDispatch();
  const link = useInviteLink(id);
  const code = useInviteCode(id);
  const { canShare } = useAppSelector(selectFirstSteps);
  const status = useAppSelector(selectLinkCopy);
  if (link === null || code === null) return null;
  const text = t('Join {family} on Kinmap', { family: name });
  return (
    <div className="invite-ways">
      <div className="invite-ways-buttons">
        {canShare ? (
          <Button icon={<ShareIcon />} onClick={() => dispatch(inviteShareRequested({ familyId: id, text }))}>
            {t('Share invite link')}
          </Button>
        ) : null}
        <Button icon={<CopyIcon />} onClick={() => dispatch(linkCopyRequested({ familyId: id }))}>
          {t('Copy invite link')}
        </Button>
      </div>
      <CopyOutcome
        status={status}
        copied={t('Invite link copied to clipboard!')}
        failed={t('This browser does not let Kinmap copy. Select the link below and copy it.')}
      />
      {status === 'failed' ? <p className="invite-ways-link">{link}</p> : null}
      <QrCode text={link} label={t('QR code that leads to joining {family}', { family: name })} />
      <p className="invite-ways-code">{inGroups(code)}</p>
      <p className="invite-ways-hint">{t('Scan the code with a phone, or type it under Join Family.')}</p>
    </div>
  );
}
