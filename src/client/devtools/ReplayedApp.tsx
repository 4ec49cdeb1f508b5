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
import type { Player } from './player';

/** What the replay page gives to the frame in which it shows the app. */
export interface ReplayFrame {
  player: Player;
  /** Everything that the app may need has been fetched, and it stands at the player's position. */
  onReady(): void;
}

declare global {
  interface Window {
    kinmapReplay?: ReplayFrame;
  }
}

/** Whoever asks for tiles tells where somebody is, so the map of a replay has none. */
const NO_OUTSIDE: PageSettings = { tileUrl: '', tileAttribution: '', geocoderUrl: '' };

/**
 * Shows the app inside of the replay page's frame, from the player's state. It has no services and runs no sagas;
 * besides, the page gives its frame a policy under which the browser sends nothing.
 */
export async function startReplayedApp(root: Element, app: AppParts): Promise<void> {
  const frame = window.parent.kinmapReplay;
  if (!frame) return;
  await fetchEverything(app);
  const store = storeOf(frame.player, app);
  followTheme(store);
  createRoot(root).render(<ReplayedApp app={app} store={store} player={frame.player} />);
  frame.onReady();
}

function fetchEverything({ laterScreens }: AppParts): Promise<unknown> {
  return Promise.all([
    ...laterScreens.map((load) => load()),
    import('#client/pages/login/RegisterPage.tsx'),
    import('#client/features/alerts/views/AlertLayer.tsx'),
    import('#client/map/mapboxLibrary'),
  ]);
}

const MOVED = { type: 'replay/moved' };

/** A store whose state only the player changes: what the views dispatch goes nowhere. */
function storeOf(player: Player, { createAppStore }: AppParts): AppStore {
  const current = (): RootState => player.playback.stateAt(player.state().position);
  const store = createAppStore({
    services: withoutServices(),
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

/** Nothing asks for a service where no saga runs; if something does, it fails loudly. */
function withoutServices(): Services {
  return new Proxy({} as Services, {
    get(_none, name) {
      throw new Error(`A replay has no ${String(name)}`);
    },
  });
}

/** The colours that the person had chosen; in the app a saga does that. */
function followTheme(store: AppStore): void {
  const page = createPage();
  const apply = () => {
    const { appearance } = store.getState().session;
    page.setTheme(appearance === 'auto' ? null : appearance);
  };
  store.subscribe(apply);
  apply();
}

interface ReplayedAppProps {
  app: AppParts;
  store: AppStore;
  player: Player;
}

function ReplayedApp({ app, store, player }: ReplayedAppProps) {
  const { Link, Navigate, Provider, Router, App, AppContext } = app;
  const [surroundings] = useState<AppContextValue>(() => ({
    navigation: { Link, Navigate },
    settings: NO_OUTSIDE,
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
      <AppContext value={surroundings}>
        <Router location={location} navigator={navigator}>
          <App />
        </Router>
      </AppContext>
    </Provider>
  );
}

/** The page that was open at the player's position. Pages that send elsewhere (without a session) still may. */
function useReplayedPage({ playback, state, subscribe }: Player) {
  const position = useSyncExternalStore(subscribe, () => state().position);
  const path = playback.pathAt(position);
  const [sent, setSent] = useState({ position, path });
  const navigator = useMemo<Navigator>(() => {
    const go = (to: unknown) => setSent({ position: state().position, path: pathOf(to) });
    return { createHref: pathOf, go: () => undefined, push: () => undefined, replace: go };
  }, [state]);
  return { location: sent.position === position ? sent.path : path, navigator };
}

function pathOf(to: unknown): string {
  return typeof to === 'string' ? to : ((to as { pathname?: string }).pathname ?? '/');
}
