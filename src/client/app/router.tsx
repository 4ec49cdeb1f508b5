import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { accountOpened } from '#client/features/session/account/slice';
import { alertsSettingsOpened } from '#client/features/alerts/slice';
import { chatOpened } from '#client/features/chat/slice';
import { familySetupOpened } from '#client/features/families/slice';
import { historyOpened } from '#client/features/locations/history/slice';
import { mapOpened } from '#client/features/locations/slice';
import { profileOpened } from '#client/features/families/profile/slice';
import { LoginScreen } from '#client/pages/login/LoginPage.tsx';
import { authFormOpened } from '#client/features/session/slice';
import { fetchEngine } from '#client/map/loadMapbox';
import { fetched } from './lazyPage';
import { RequireSession, SignedOutOnly } from './guards';
import { Opened } from './PageOpened';

const register = fetched(async () => (await import('#client/pages/login/RegisterPage.tsx')).RegisterScreen);
const familySetup = fetched(
  async () => (await import('#client/pages/family-setup/FamilySetupPage.tsx')).FamilySetupScreen,
);
const mainMap = fetched(async () => {
  // The map itself says so when its library cannot be had.
  fetchEngine().catch(() => undefined);
  return (await import('#client/pages/map/MapPage.tsx')).MainMapScreen;
});
const alertsSettings = fetched(
  async () => (await import('#client/pages/alerts/AlertsPage.tsx')).AlertsSettingsScreen,
);

const chat = fetched(async () => (await import('#client/pages/chat/ChatPage.tsx')).ChatScreen);
const account = fetched(async () => (await import('#client/pages/account/AccountPage.tsx')).AccountScreen);

const profile = fetched(async () => (await import('#client/pages/profile/ProfilePage.tsx')).ProfileScreen);
const history = fetched(async () => (await import('#client/pages/history/HistoryPage.tsx')).HistoryScreen);

/** What signed-in people may open next, fetched ahead so that it opens at once, also without a network. */
export const laterScreens = [mainMap, chat, familySetup, alertsSettings, account, profile, history].map(
  ({ load }) => load,
);

/** All pages. Only the sign-in page is in the first load; whoever is signed out does not load the others. */
export function Pages() {
  return (
    <Routes>
      <Route path="/login" element={login} />
      <Route path="/register" element={registration} />
      <Route path="/family-setup" element={setup} />
      <Route path="/" element={map} />
      <Route path="/alerts-settings" element={alerts} />
      <Route path="/chat" element={familyChat} />
      <Route path="/account" element={ownAccount} />
      <Route path="/profile/:userId" element={<ProfilePage />} />
      <Route path="/history/:userId" element={<HistoryPage />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

const login = (
  <Opened intent={authFormOpened}>
    <SignedOutOnly landing="/">
      <LoginScreen />
    </SignedOutOnly>
  </Opened>
);

const registration = (
  <Opened intent={authFormOpened}>
    <SignedOutOnly landing="/family-setup">
      <register.Screen />
    </SignedOutOnly>
  </Opened>
);

const setup = (
  <Opened intent={familySetupOpened}>
    <RequireSession load={familySetup.load} message="Please log in to set up your family">
      <familySetup.Screen />
    </RequireSession>
  </Opened>
);

const map = (
  <Opened intent={mapOpened}>
    <RequireSession load={mainMap.load}>
      <mainMap.Screen />
    </RequireSession>
  </Opened>
);

const familyChat = (
  <Opened intent={chatOpened}>
    <RequireSession load={chat.load}>
      <chat.Screen />
    </RequireSession>
  </Opened>
);

const alerts = (
  <Opened intent={alertsSettingsOpened}>
    <RequireSession load={alertsSettings.load}>
      <alertsSettings.Screen />
    </RequireSession>
  </Opened>
);

const ownAccount = (
  <Opened intent={accountOpened}>
    <RequireSession load={account.load}>
      <account.Screen />
    </RequireSession>
  </Opened>
);
function ProfilePage() {
  const { userId = '' } = useParams();
  return (
    <Opened intent={() => profileOpened({ userId })}>
      <RequireSession load={profile.load}>
        <profile.Screen />
      </RequireSession>
    </Opened>
  );
}

function HistoryPage() {
  const { userId = '' } = useParams();
  return (
    <Opened intent={() => historyOpened({ userId })}>
      <RequireSession load={history.load}>
        <history.Screen />
      </RequireSession>
    </Opened>
  );
}
