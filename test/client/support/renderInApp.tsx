import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, type MemoryRouterProps, Navigate } from 'react-router-dom';
import type { AppStore } from '#client/app/createStore';
import { readSettings } from '#client/services/settings';
import type { Services } from '#client/services/types';
import { AppContext, type AppContextValue } from '#client/store/hooks';

interface RenderOptions extends Partial<Pick<AppContextValue, 'navigation' | 'settings'>> {
  store: AppStore;
  services: Services;
  /** The router's history; its last entry is the page that is open. */
  initialEntries?: NonNullable<MemoryRouterProps['initialEntries']>;
}

/**
 * Renders a view inside what the app gives it: the store, the context and a router. Links and settings are those of the
 * app, unless a test gives others.
 */
export function renderInApp(
  view: ReactNode,
  {
    store,
    services,
    navigation = { Link, Navigate },
    settings = readSettings(document),
    initialEntries = ['/'],
  }: RenderOptions,
) {
  return render(
    <Provider store={store}>
      <AppContext value={{ ...services, navigation, settings }}>
        <MemoryRouter initialEntries={initialEntries}>{view}</MemoryRouter>
      </AppContext>
    </Provider>,
  );
}
