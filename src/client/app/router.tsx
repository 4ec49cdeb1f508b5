import type { Action } from '@reduxjs/toolkit';
import { type ComponentProps, type ComponentType, useLayoutEffect, useRef } from 'react';
import {
  accountLinkOpened,
  authFormOpened,
  familySetupOpened,
  mapOpened,
  alertsSettingsOpened,
  chatOpened,
  accountOpened,
  familyOpened,
  helpOpened,
  profileOpened,
  historyOpened,
  notificationsOpened,
  importsOpened,
  phonesOpened,
  sosPageOpened,
} from '#client/store/pageActions';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import {
  Navigate,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigationType,
  useParams,
} from 'react-router-dom';
import { LoginPage } from '#client/pages/login/LoginPage.tsx';
import { type LazyPage, lazyPage } from './lazyPage';
import { RequireSession, SignedOutOnly } from './guards';
import { PageOpened } from './PageOpened';

/**
 * A page that can show errors: the texts of errors load with it.
 * @param loadSagas loads the sagas that handle the page's actions if they are in a later bundle: without them its first
 * button would do nothing
 */
const pageWithErrors = (load: () => Promise<ComponentType>, loadSagas?: () => Promise<unknown>) =>
  lazyPage(async () => (await Promise.all([load(), loadErrorTexts(), loadSagas?.()]))[0]);

const register = pageWithErrors(
  async () => (await import('#client/pages/login/RegisterPage.tsx')).RegisterPage,
);
const familySetup = pageWithErrors(
  async () => (await import('#client/pages/family-setup/FamilySetupPage.tsx')).FamilySetupPage,
  () => Promise.all([import('./lazySagas'), import('./laterSagas')]),
);
const mainMap = lazyPage(async () => {
  // The map itself says that its library could not be loaded.
  import('#client/map/mapboxLibrary').catch(() => undefined);
  return (await import('#client/pages/map/MapPage.tsx')).MapPage;
});
const alertsSettings = pageWithErrors(
  async () => (await import('#client/pages/alerts/AlertsPage.tsx')).AlertsPage,
  () => Promise.all([import('./lazySagas'), import('./laterSagas')]),
);
const chat = pageWithErrors(
  async () => (await import('#client/pages/chat/ChatPage.tsx')).ChatPage,
  () => import('#client/features/chat/saga'),
);
const account = pageWithErrors(
  async () => (await import('#client/pages/account/AccountPage.tsx')).AccountPage,
  () => import('./accountPageSagas'),
);
const notifications = pageWithErrors(
  async () => (await import('#client/pages/notifications/NotificationsPage.tsx')).NotificationsPage,
  () => import('./laterSagas'),
);
const profile = pageWithErrors(
  async () => (await import('#client/pages/profile/ProfilePage.tsx')).ProfilePage,
  () => import('./memberPageSagas'),
);
const history = pageWithErrors(
  async () => (await import('#client/pages/history/HistoryPage.tsx')).HistoryPage,
  () => import('./memberPageSagas'),
);
const sos = pageWithErrors(async () => (await import('#client/pages/sos/SosPage.tsx')).SosPage);

const smallPage = (path: keyof typeof import('./smallPages').smallPages) =>
  pageWithErrors(
    async () => (await import('./smallPages')).smallPages[path],
    () => import('./smallPageSagas'),
  );
const family = pageWithErrors(
  async () => (await import('./smallPages')).smallPages.family,
  () => import('./accountPageSagas'),
);
const help = smallPage('help');
const imports = smallPage('imports');
const phones = smallPage('phones');

/** What signed-in people may open next, fetched ahead so that it opens at once, also without a network. */
export const lazyPages = [
  mainMap,
  chat,
  familySetup,
  alertsSettings,
  notifications,
  account,
  family,
  profile,
  history,
  help,
  imports,
  phones,
  sos,
].map(({ load }) => load);

/** All pages. Only the sign-in page is in the first bundle; signed-out users do not load the others. */
export function Pages() {
  useStartAtTop();
  return (
    <Routes>
      <Route path="/login" element={login} />
      <Route path="/register" element={registration} />
      {accountLinks}
      <Route path="/family-setup" element={setup} />
      <Route path="/" element={map} />
      <Route path="/alerts-settings" element={alerts} />
      <Route path="/chat" element={familyChat} />
      <Route path="/notifications" element={notificationSettings} />
      <Route path="/help" element={explanations} />
      <Route path="/imports" element={positionFiles} />
      <Route path="/phones" element={ownPhones} />
      <Route path="/account" element={ownAccount} />
      <Route path="/family" element={ownFamily} />
      <Route path="/profile/:userId" element={<ParamRoute page={profile} opened={profileOpened} />} />
      <Route path="/history/:userId" element={<ParamRoute page={history} opened={historyOpened} />} />
      <Route path="/sos/:id?" element={<ParamRoute page={sos} opened={sosPageOpened} />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

/** Shows another page from its top. The browser itself finds the place again when one goes back or reloads. */
function useStartAtTop(): void {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (!isReturn && shown.current !== pathname) document.documentElement.scrollTop = 0;
    shown.current = pathname;
  }, [pathname, isReturn]);
}

const login = (
  <PageOpened intent={authFormOpened}>
    <SignedOutOnly landing="/">
      <LoginPage />
    </SignedOutOnly>
  </PageOpened>
);

const registration = (
  <PageOpened intent={authFormOpened}>
    <SignedOutOnly landing="/family-setup">
      <register.Screen />
    </SignedOutOnly>
  </PageOpened>
);

/** Open to everyone: a link may be opened where a user is signed in. */
const accountLinks = (
  ['forgot-password', 'reset-password', 'confirm-email', 'undo-email', 'connect'] as const
).map((path) => {
  const page = smallPage(path);
  return (
    <Route
      key={path}
      path={path}
      element={
        <PageOpened intent={() => accountLinkOpened(path)}>
          <page.Screen />
        </PageOpened>
      }
    />
  );
});

const setup = (
  <PageOpened intent={familySetupOpened}>
    <RequireSession load={familySetup.load} reason="familySetup">
      <familySetup.Screen />
    </RequireSession>
  </PageOpened>
);

/** A page for signed-in people. */
const signedInPage = (page: LazyPage, intent: ComponentProps<typeof PageOpened>['intent']) => (
  <PageOpened intent={intent}>
    <RequireSession load={page.load}>
      <page.Screen />
    </RequireSession>
  </PageOpened>
);

const map = signedInPage(mainMap, mapOpened);
const familyChat = signedInPage(chat, chatOpened);
const alerts = signedInPage(alertsSettings, alertsSettingsOpened);
const notificationSettings = signedInPage(notifications, notificationsOpened);
const explanations = signedInPage(help, helpOpened);
const positionFiles = signedInPage(imports, importsOpened);
const ownPhones = signedInPage(phones, phonesOpened);
const ownAccount = signedInPage(account, accountOpened);
const ownFamily = signedInPage(family, familyOpened);

/** A page whose intent carries the parameters of its path. */
function ParamRoute({ page, opened }: { page: LazyPage; opened: (params: never) => Action }) {
  const params = useParams() as never;
  return signedInPage(page, () => opened(params));
}
