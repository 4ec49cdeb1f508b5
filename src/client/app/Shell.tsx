import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn } from '../features/session/selectors';
import { fetchAhead, fetchSurely } from '../services/fetching';
import { FailureBoundary } from './FailureBoundary';
import { FailurePage } from './FailurePage';
import { useAppSelector } from './hooks';
import { laterScreens, Pages } from './Pages';

/** Fetched once somebody is signed in: nothing else shows a call for help. */
const AlertLayer = lazy<ComponentType>(async () => ({
  default: (await fetchSurely(() => import('../features/alerts/views/AlertLayer'))).AlertLayer,
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
