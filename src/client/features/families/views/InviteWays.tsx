import { t } from '#client/i18n/text';
import { useInviteCode, useInviteLink } from '#client/store/hooks';
import { QrCode } from '#client/ui/QrCode.tsx';
import { formatInviteCode } from '../messages';
import type { Family } from '../slice';
import { CodeCopyButton, CodeCopyOutcome, LinkButtons, LinkCopyOutcome } from './InviteCopies';
import './invite-ways.css';

/** Every way to pass an invitation on, in one place: the share sheet, the link, the QR code and the code. */
export function InviteWays({ family }: { family: Pick<Family, 'id' | 'name'> }) {
  const link = useInviteLink(family.id);
  const code = useInviteCode(family.id);
  if (link === null || code === null) return null;
  return (
    <div className="invite-ways">
      <div className="invite-ways-buttons">
        <LinkButtons family={family} />
      </div>
      <LinkCopyOutcome link={link} />
      <QrCode text={link} label={t('QR code that leads to joining {family}', { family: family.name })} />
      <p className="invite-code">{formatInviteCode(code)}</p>
      <CodeCopyButton familyId={family.id} />
      <CodeCopyOutcome />
      <p className="invite-ways-hint">{t('Scan the code with a phone, or type it under Join Family.')}</p>
    </div>
  );
}
