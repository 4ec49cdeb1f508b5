import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { prefetch, importWithReload } from '#client/services/lazyImport';
import { ErrorBoundary } from './ErrorBoundary';
import { ErrorPage } from './ErrorPage';
import { useAppSelector } from '#client/store/hooks';
import { laterScreens, Pages } from './router';

/** Loads after sign-in: it shows an SOS above every page. */
const AlertLayer = lazy<ComponentType>(async () => ({
  default: (await importWithReload(() => import('#client/features/alerts/views/AlertLayer.tsx'))).AlertLayer,
}));

/** Every page, with what lies over all of them. Neither takes the other down. */
export function App() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
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
      <ErrorBoundary instead={<ErrorPage />}>
        <Pages />
      </ErrorBoundary>
    </>
  );
}
