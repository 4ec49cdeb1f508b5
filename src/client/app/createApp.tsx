import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, Link, Navigate, Router } from 'react-router-dom';
import { createServices } from '#client/services/index';
import { readSettings } from '#client/services/settings';
import { type AppContextValue, AppContext } from '#client/store/hooks';
import { App } from './App';
import { lazyPages } from './router';
import { rootReducer } from './rootReducer';
import { type AppStore, createAppStore, type StoreInstruments } from './createStore';

/**
 * The parts of the app that the developer tools need. They get them as an argument: the bundler would keep unused exports of
 * every module that a later bundle imports from the first one (docs/decisions/bundle.md).
 */
export const appParts = {
  createApp,
  createAppStore,
  rootReducer,
  App,
  Provider,
  Router,
  Link,
  Navigate,
  AppContext,
  lazyPages,
};

export type AppParts = typeof appParts;

/** Creates the real services and the store, and renders the app. */
export function createApp(root: Element, instruments?: StoreInstruments): AppStore {
  const settings = readSettings(document);
  const services = createServices(process.env.API_ORIGIN ?? location.origin, settings.geocoderUrl);
  const context: AppContextValue = {
    navigation: { Link, Navigate },
    settings,
    inviteCodes: services.inviteCodes,
    shownSecrets: services.shownSecrets,
    isCommonPassword: services.isCommonPassword,
  };
  const store = createAppStore({ services, ...(instruments && { instruments }) });
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        {/* React moves these to the head. In index.html the bundler would rename the files that they refer to. */}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <AppContext value={context}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </AppContext>
      </Provider>
    </StrictMode>,
  );
  return store;
}
