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
  /** What the sign-in page tells those who are sent there. */
  message?: string;
}

/** Shows a page to a signed-in person only. */
export function RequireSession({ children, load, message }: SessionGuardProps) {
  const status = useAppSelector(selectSessionStatus);
  const isSignedIn = useAppSelector(selectIsSignedIn);
  useEffect(() => {
    // The page is on its way while the session is still being checked. Whoever needs it asks again if this fails.
    if (status !== 'loading') return;
    for (const fetch of [load, () => import('./lazySagas')]) fetch().catch(() => undefined);
  }, [status, load]);
  if (status === 'loading') return <PendingCheck />;
  if (isSignedIn) return children;
  return <Navigate to="/login" replace state={message === undefined ? null : { message }} />;
}

function PendingCheck() {
  const delayed = useAppSelector(selectCheckDelayed);
  return (
    <LoadingPage>
      Loading...
      {delayed ? (
        <>
          <br />
          Kinmap cannot be reached right now. We keep trying.
        </>
      ) : null}
    </LoadingPage>
  );
}

/** Sends whoever is signed in, or has just done so here, on to `landing`. */
export function SignedOutOnly({ children, landing }: GuardProps & { landing: string }) {
  // Whoever came by an invitation goes on to it.
  const given = useInvitationCodeFromUrl();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  return isSignedIn ? <Navigate to={given === null ? landing : '/family-setup'} replace /> : children;
}
