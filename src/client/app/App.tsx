import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { fetchAhead, fetchSurely } from '#client/services/lazyImport';
import { FailureBoundary } from './ErrorBoundary';
import { FailurePage } from './ErrorPage';
import { useAppSelector } from '#client/store/hooks';
import { laterScreens, Pages } from './router';

/** Fetched once somebody is signed in: nothing else shows a call for help. */
const AlertLayer = lazy<ComponentType>(async () => ({
  default: (await fetchSurely(() => import('#client/features/alerts/views/AlertLayer.tsx'))).AlertLayer,
}));

/** Every page, with what lies over all of them. Neither takes the other down. */
export function Shell() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  useEffect(() => (isSignedIn ? fetchAhead(laterScreens) : undefined), [isSignedIn]);
  return (
    <>
      {isSignedIn ? (
        <FailureBoundary instead={null}>
          <Suspense>
            <AlertLayer />
          </Suspense>
        </FailureBoundary>
      ) : null}
      <FailureBoundary instead={<FailurePage />}>
        <Pages />
      </FailureBoundary>
    </>
  );
}
