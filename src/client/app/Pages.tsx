import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { accountOpened } from '../features/account/slice';
import { alertsSettingsOpened } from '../features/alerts/slice';
import { chatOpened } from '../features/chat/slice';
import { familySetupOpened } from '../features/families/slice';
import { historyOpened } from '../features/history/slice';
import { mapOpened } from '../features/locations/slice';
import { profileOpened } from '../features/profile/slice';
import { LoginScreen } from '../features/session/views/LoginScreen';
import { authFormOpened } from '../features/session/slice';
import { fetchEngine } from '../map/fetchEngine';
import { fetched } from './fetched';
import { RequireSession, SignedOutOnly } from './guards';
import { Opened } from './Opened';

const register = fetched(
  async () => (await import('../features/session/views/RegisterScreen')).RegisterScreen,
);
const familySetup = fetched(
  async () => (await import('../features/families/views/FamilySetupScreen')).FamilySetupScreen,
);
const mainMap = fetched(async () => {
  // The map itself says so when its library cannot be had.
  fetchEngine().catch(() => undefined);
  return (await import('../features/locations/views/MainMapScreen')).MainMapScreen;
});
const alertsSettings = fetched(
  async () => (await import('../features/alerts/views/AlertsSettingsScreen')).AlertsSettingsScreen,
);

const chat = fetched(async () => (await import('../features/chat/views/ChatScreen')).ChatScreen);
const account = fetched(async () => (await import('../features/account/views/AccountScreen')).AccountScreen);

const profile = fetched(async () => (await import('../features/profile/views/ProfileScreen')).ProfileScreen);
const history = fetched(async () => (await import('../features/history/views/HistoryScreen')).HistoryScreen);

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
