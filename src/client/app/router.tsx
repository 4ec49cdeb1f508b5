import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { familySetupOpened } from '../features/families/slice';
import { mapOpened } from '../features/locations/slice';
import { LoginScreen } from '../features/session/views/LoginScreen';
import { authFormOpened } from '../features/session/slice';
import { LoadingPage } from '../ui/Page';
import { FailurePage } from './FailurePage';
import { RequireSession, SignedOutOnly } from './guards';
import type { AppStore } from './store';

/** Tells the store that a page was opened; sagas do the rest. */
function announce(store: AppStore, intent: () => Parameters<AppStore['dispatch']>[0]) {
  return () => {
    store.dispatch(intent());
    return null;
  };
}

/** A page in a bundle of its own, fetched when it is first opened. */
function fetched(load: () => Promise<ReactNode>): NonNullable<RouteObject['lazy']> {
  return async () => ({ element: await load() });
}

/** All pages. Only the sign-in page is in the first load. */
export function pages(store: AppStore): RouteObject[] {
  return [
    {
      errorElement: <FailurePage />,
      hydrateFallbackElement: <LoadingPage />,
      children: [
        { path: '/login', loader: announce(store, authFormOpened), element: login },
        { path: '/register', loader: announce(store, authFormOpened), lazy: fetched(register) },
        { path: '/family-setup', loader: announce(store, familySetupOpened), lazy: fetched(familySetup) },
        { path: '/', loader: announce(store, mapOpened), lazy: fetched(mainMap) },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ];
}

const login = (
  <SignedOutOnly landing="/">
    <LoginScreen />
  </SignedOutOnly>
);

async function register() {
  const { RegisterScreen } = await import('../features/session/views/RegisterScreen');
  return (
    <SignedOutOnly landing="/family-setup">
      <RegisterScreen />
    </SignedOutOnly>
  );
}

async function familySetup() {
  const { FamilySetupScreen } = await import('../features/families/views/FamilySetupScreen');
  return (
    <RequireSession message="Please log in to set up your family">
      <FamilySetupScreen />
    </RequireSession>
  );
}

async function mainMap() {
  const { MainMapScreen } = await import('../features/locations/views/MainMapScreen');
  return (
    <RequireSession>
      <MainMapScreen />
    </RequireSession>
  );
}

export function createRouter(store: AppStore) {
  return createBrowserRouter(pages(store));
}
