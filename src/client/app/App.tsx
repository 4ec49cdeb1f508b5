import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn, selectIsUpdateReady } from '#client/features/session/selectors';
import { prefetch, importWithReload } from '#client/services/lazyImport';
import { ErrorBoundary } from './ErrorBoundary';
import { ErrorPage } from './ErrorPage';
import { useAppSelector } from '#client/store/hooks';
import { laterScreens, Pages } from './router';

/** Loads after sign-in: it shows an SOS above every page. */
const AlertLayer = lazy<ComponentType>(async () => ({
  default: (await importWithReload(() => import('#client/features/alerts/views/AlertLayer.tsx'))).AlertLayer,
}));

/** Loads when there is a newer version: rarely, and not before. */
const UpdateNotice = lazy<ComponentType>(async () => ({
  default: (await import('#client/features/session/views/UpdateNotice.tsx')).UpdateNotice,
}));

/** Every page, with what lies over all of them. Neither takes the other down. */
export function App() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const isUpdateReady = useAppSelector(selectIsUpdateReady);
  useEffect(() => (isSignedIn ? prefetch(laterScreens) : undefined), [isSignedIn]);
  return (
    <>
      {isSignedIn ? (
        <ErrorBoundary instead={null}>
          <Suspense>
            <AlertLayer />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {isUpdateReady ? (
        <ErrorBoundary instead={null}>
          <Suspense>
            <UpdateNotice />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <ErrorBoundary instead={<ErrorPage />}>
        <Pages />
      </ErrorBoundary>
    </>
  );
}
