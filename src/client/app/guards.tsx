import { t } from '#client/i18n/text';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import {
  selectCheckDelayed,
  selectIsSignedIn,
  selectSessionStatus,
} from '#client/features/session/selectors';
import { LoadingPage } from '#client/ui/Page.tsx';
import { useAppSelector, useInvitationCodeFromUrl } from '#client/store/hooks';

interface GuardProps {
  children: ReactNode;
}

interface SessionGuardProps extends GuardProps {
  /** Fetches the page. */
  load: () => Promise<unknown>;
  /** Why the user has to sign in, for pages that send users to the sign-in page with a reason. */
  reason?: 'familySetup';
}

/** Shows a page to signed-in users only. */
export function RequireSession({ children, load, reason }: SessionGuardProps) {
  const status = useAppSelector(selectSessionStatus);
  const isSignedIn = useAppSelector(selectIsSignedIn);
  useEffect(() => {
    // Loads the page while the session is still being checked. If that fails, the page loads again when it is shown.
    if (status !== 'loading') return;
    for (const fetch of [load, () => import('./lazySagas')]) fetch().catch(() => undefined);
  }, [status, load]);
  if (status === 'loading') return <PendingCheck />;
  if (isSignedIn) return children;
  return <Navigate to="/login" replace state={reason === undefined ? null : { reason }} />;
}

function PendingCheck() {
  const delayed = useAppSelector(selectCheckDelayed);
  return (
    <LoadingPage>
      {t('Loading...')}
      {delayed ? (
        <>
          <br />
          {t('Kinmap cannot be reached right now. We keep trying.')}
        </>
      ) : null}
    </LoadingPage>
  );
}

/** Redirects a signed-in user to `landing`, also right after they signed in here. */
export function SignedOutOnly({ children, landing }: GuardProps & { landing: string }) {
  // A user who opened an invitation link continues to the invitation.
  const given = useInvitationCodeFromUrl();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  return isSignedIn ? <Navigate to={given === null ? landing : '/family-setup'} replace /> : children;
}
