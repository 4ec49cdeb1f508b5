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

/** All pages. Only the sign-in page is in the first load; the others come when they are opened. */
export function pages(store: AppStore): RouteObject[] {
  return [
    {
      errorElement: <FailurePage />,
      hydrateFallbackElement: <LoadingPage />,
      children: [
        {
          path: '/login',
          loader: announce(store, authFormOpened),
          element: (
            <SignedOutOnly landing="/">
              <LoginScreen />
            </SignedOutOnly>
          ),
        },
        {
          path: '/register',
          loader: announce(store, authFormOpened),
          lazy: async () => {
            const { RegisterScreen } = await import('../features/session/views/RegisterScreen');
            return {
              element: (
                <SignedOutOnly landing="/family-setup">
                  <RegisterScreen />
                </SignedOutOnly>
              ),
            };
          },
        },
        {
          path: '/family-setup',
          loader: announce(store, familySetupOpened),
          lazy: async () => {
            const { FamilySetupScreen } = await import('../features/families/views/FamilySetupScreen');
            return {
              element: (
                <RequireSession message="Please log in to set up your family">
                  <FamilySetupScreen />
                </RequireSession>
              ),
            };
          },
        },
        {
          path: '/',
          loader: announce(store, mapOpened),
          lazy: async () => {
            const { MainMapScreen } = await import('../features/locations/views/MainMapScreen');
            return {
              element: (
                <RequireSession>
                  <MainMapScreen />
                </RequireSession>
              ),
            };
          },
        },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ];
}

export function createRouter(store: AppStore) {
  return createBrowserRouter(pages(store));
}
