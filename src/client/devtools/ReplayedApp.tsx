import { useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { Navigator } from 'react-router-dom';
import type { PageSettings } from '#client/services/settings';
import { createPage } from '#client/services/page';
import type { Services } from '#client/services/types';
import type { AppContextValue } from '#client/store/hooks';
import type { RootState } from '#client/store/rootState';
import type { AppParts } from '#client/app/createApp.tsx';
import type { AppStore } from '#client/app/createStore';
import type { LogPlayer } from './logPlayer';

/** What the replay page passes to the frame with the app. */
export interface ReplayFrame {
  player: LogPlayer;
  /** Called once all bundles are loaded and the app is rendered. */
  onReady(): void;
}

declare global {
  interface Window {
    kinmapReplay?: ReplayFrame;
  }
}

/** No tiles, because requests for tiles would reveal positions. */
const OFFLINE_SETTINGS: PageSettings = {
  tileUrl: '',
  tileAttribution: '',
  geocoderUrl: '',
  registration: 'open',
};

/**
 * Renders the app in the replay page's frame from the player's state, without services or sagas. In addition, the frame
 * has a content security policy that blocks all requests.
 */
export async function startReplayedApp(root: Element, app: AppParts): Promise<void> {
  const frame = window.parent.kinmapReplay;
  if (!frame) return;
  await preloadApp(app);
  const store = createReplayStore(frame.player, app);
  followTheme(store);
  createRoot(root).render(<ReplayedApp app={app} store={store} player={frame.player} />);
  frame.onReady();
}

function preloadApp({ lazyPages }: AppParts): Promise<unknown> {
  return Promise.all([
    ...lazyPages.map((load) => load()),
    import('#client/pages/login/RegisterPage.tsx'),
    import('#client/features/alerts/views/AlertLayer.tsx'),
    import('#client/map/mapboxLibrary'),
  ]);
}

const MOVED = { type: 'replay/moved' };

/** A store whose state only the player changes; actions of the views are ignored. */
function createReplayStore(player: LogPlayer, { createAppStore }: AppParts): AppStore {
  const current = (): RootState => player.playback.stateAt(player.state().position);
  const store = createAppStore({
    services: createThrowingServices(),
    preloadedState: current(),
    runSagas: false,
  });
  store.replaceReducer((state = current(), { type }) => (type === MOVED.type ? current() : state));
  let shown = player.state().position;
  player.subscribe(() => {
    const { position } = player.state();
    if (position === shown) return;
    shown = position;
    store.dispatch(MOVED);
  });
  return store;
}

/** Services that throw, because nothing may use them in a replay. */
function createThrowingServices(): Services {
  return new Proxy({} as Services, {
    get(_none, name) {
      throw new Error(`A replay has no ${String(name)}`);
    },
  });
}

/** Applies the user's theme, as a saga does in the app. */
function followTheme(store: AppStore): void {
  const page = createPage();
  const apply = () => {
    const { appearance } = store.getState().session.device;
    page.setTheme(appearance === 'auto' ? null : appearance);
  };
  store.subscribe(apply);
  apply();
}

interface ReplayedAppProps {
  app: AppParts;
  store: AppStore;
  player: LogPlayer;
}

function ReplayedApp({ app, store, player }: ReplayedAppProps) {
  const { Link, Navigate, Provider, Router, App, AppContext } = app;
  const [context] = useState<AppContextValue>(() => ({
    navigation: { Link, Navigate },
    settings: OFFLINE_SETTINGS,
    shownSecrets: { get: () => null, subscribe: () => () => undefined },
    isCommonPassword: async () => false,
    inviteCodes: {
      get: () => null,
      getLink: () => null,
      getPending: () => null,
      subscribe: () => () => undefined,
    },
  }));
  const { location, navigator } = useReplayedPage(player);
  return (
    <Provider store={store}>
      <AppContext value={context}>
        <Router location={location} navigator={navigator}>
          <App />
        </Router>
      </AppContext>
    </Provider>
  );
}

/** The page at the player's position. Redirects by a page still work. */
function useReplayedPage({ playback, state, subscribe }: LogPlayer) {
  const position = useSyncExternalStore(subscribe, () => state().position);
  const path = playback.pathAt(position);
  const [redirect, setRedirect] = useState({ position, path });
  const navigator = useMemo<Navigator>(() => {
    const go = (to: unknown) => setRedirect({ position: state().position, path: pathOf(to) });
    return { createHref: pathOf, go: () => undefined, push: () => undefined, replace: go };
  }, [state]);
  return { location: redirect.position === position ? redirect.path : path, navigator };
}

function pathOf(to: unknown): string {
  return typeof to === 'string' ? to : ((to as { pathname?: string }).pathname ?? '/');
}
