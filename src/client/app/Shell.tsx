import { type ComponentType, lazy, Suspense } from 'react';
import { selectIsSignedIn } from '../features/session/selectors';
import { FailureBoundary } from './FailureBoundary';
import { useAppSelector } from './hooks';
import { Pages } from './Pages';

/** Fetched once somebody is signed in. Where it cannot be, the alerts are still in their list. */
const AlertLayer = lazy<ComponentType>(() =>
  import('../features/alerts/views/AlertLayer').then(
    ({ AlertLayer: layer }) => ({ default: layer }),
    () => ({ default: () => null }),
  ),
);

/** Every page, with what lies over all of them. */
export function Shell() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
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
