import type { ReactNode } from 'react';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { UsersIcon } from '#client/ui/icons.tsx';
import { selectSetup } from '../selectors';
import './invite-preview.css';

interface InvitePreviewProps {
  hint: string;
  /** The link to what the hint says. */
  action?: ReactNode;
}

/** Shows the family of the entered code; nothing while it is not known. */
export function InvitePreview({ hint, action }: InvitePreviewProps) {
  const { preview, error } = useAppSelector(selectSetup);
  return (
    <div role="status">
      {preview === 'unknown' ? (
        // After a press on the button the form says so.
        error === null && (
          <p className="invite-preview-unknown">{errorMessage({ code: 'invite_code_unknown' })}</p>
        )
      ) : preview ? (
        <div className="invite-preview">
          <UsersIcon />
          <div>
            <strong>{preview.familyName}</strong>
            <p>{t('{count, plural, one {# member} other {# members}}', { count: preview.members })}</p>
            <p>{hint}</p>
            {action}
          </div>
        </div>
      ) : null}
    </div>
  );
}
