import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { selectIsSignedIn, selectIsUpdateReady } from '#client/features/session/selectors';
import { prefetch, importWithReload } from '#client/services/lazyImport';
import { ErrorBoundary } from './ErrorBoundary';
import { ErrorPage } from './ErrorPage';
import { useAppSelector } from '#client/store/hooks';
import { lazyPages, Pages } from './router';

const layer = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** Loads after sign-in: it shows an SOS above every page. */
const AlertLayer = layer(
  async () =>
    (await importWithReload(() => import('#client/features/alerts/views/AlertLayer.tsx'))).AlertLayer,
);

/** Loads when there is a newer version, or for people who were removed from a family. */
const TopNotices = layer(async () => (await import('./TopNotices')).TopNotices);

/** The pages, and the layers above them. An error in one leaves the other working. */
export function App() {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const isUpdateReady = useAppSelector(selectIsUpdateReady);
  // The selectors of families load after the sign-in page.
  const hasEnded = useAppSelector(({ families }) => families.membership.endedIn !== null);
  useEffect(() => (isSignedIn ? prefetch(lazyPages) : undefined), [isSignedIn]);
  return (
    <>
      {isSignedIn ? <Layer of={AlertLayer} /> : null}
      {isUpdateReady || hasEnded ? <Layer of={TopNotices} /> : null}
      <ErrorBoundary instead={<ErrorPage />}>
        <Pages />
      </ErrorBoundary>
    </>
  );
}

/** Loads its own bundle, and renders nothing when that fails. */
function Layer({ of: Content }: { of: ComponentType }) {
  return (
    <ErrorBoundary instead={null}>
      <Suspense>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}
