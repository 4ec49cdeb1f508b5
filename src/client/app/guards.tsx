import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { selectCheckDelayed, selectIsSignedIn, selectSessionStatus } from '../features/session/selectors';
import { LoadingPage } from '../ui/Page';
import { useAppSelector } from './hooks';

interface GuardProps {
  children: ReactNode;
}

/**
 * Shows a page to a signed-in person only.
 * @param message what the sign-in page tells those who are sent there
 */
export function RequireSession({ children, message }: GuardProps & { message?: string }) {
  const status = useAppSelector(selectSessionStatus);
  const isSignedIn = useAppSelector(selectIsSignedIn);
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
  return useAppSelector(selectIsSignedIn) ? <Navigate to={landing} replace /> : children;
}
