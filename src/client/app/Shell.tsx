import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn } from '../features/session/selectors';
import { FailureBoundary } from './FailureBoundary';
import { useAppSelector } from './hooks';
import { fetchScreens, Pages } from './Pages';

/** Fetched once somebody is signed in. Where it cannot be, the alerts are still in their list. */
const AlertLayer = lazy<ComponentType>(() =>
  import('../features/alerts/views/AlertLayer').then(
    ({ AlertLayer: layer }) => ({ default: layer }),
    () => ({ default: () => null }),
  ),
);

/** The first screen comes first; after this many milliseconds the others may. */
const FETCH_AHEAD_MS = 3_000;

/** Every page, with what lies over all of them. */
export function Shell() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const timer = setTimeout(fetchScreens, FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  return (
    <FailureBoundary>
      {isSignedIn ? (
        <Suspense>
          <AlertLayer />
        </Suspense>
      ) : null}
      <Pages />
    </FailureBoundary>
  );
}
