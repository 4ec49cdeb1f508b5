import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import type { ReactNode } from 'react';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { selectAccountLink } from '#client/features/session/selectors';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { AuthCard } from '#client/ui/Page.tsx';
import { Notice } from '#client/ui/feedback.tsx';

/** Errors after which the same link never works. */
const USELESS_LINKS: ReadonlySet<string> = new Set(['link_invalid', 'link_missing']);

interface AccountLinkCardProps {
  title: string;
  subtitle: string | null;
  /** In place of the form once it has succeeded. */
  success: ReactNode;
  /** In place of the form when the link is not valid: what to do instead. */
  wayOut?: ReactNode;
  /** The form. */
  children: ReactNode;
}

/** The frame of the pages of emailed links: a form, or what became of it. */
export function AccountLinkCard({ title, subtitle, success, wayOut, children }: AccountLinkCardProps) {
  const { Link } = useNavigation();
  const outcome = useAppSelector(selectAccountLink);
  const isDone = outcome.status === 'done';
  const isUseless = outcome.status === 'failed' && USELESS_LINKS.has(outcome.error.code);
  return (
    <>
      <NetworkBanner />
      <AuthCard
        title={title}
        subtitle={isDone || isUseless ? null : subtitle}
        footer={<Link to="/login">{t('Back to sign in')}</Link>}
      >
        {isDone ? (
          <div className="form">{success}</div>
        ) : isUseless ? (
          <div className="form">
            <AccountLinkFailure />
            {wayOut}
          </div>
        ) : (
          children
        )}
      </AuthCard>
    </>
  );
}

/** Why the form could not be sent. */
export function AccountLinkFailure() {
  const outcome = useAppSelector(selectAccountLink);
  return outcome.status === 'failed' ? <Notice kind="error">{errorMessage(outcome.error)}</Notice> : null;
}
