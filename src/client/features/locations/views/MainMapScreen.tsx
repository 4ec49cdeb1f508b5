import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { AppHeader } from '../../../ui/AppHeader';
import { BottomBar } from '../../../ui/BottomBar';
import { AlertsIcon, ChatIcon, MapIcon, MenuIcon } from '../../../ui/icons';
import { Logo } from '../../../ui/Logo';
import { MapScreen } from '../../../ui/MapScreen';
import { IconButton } from '../../../ui/RoundButton';
import { selectUnreadCount } from '../../alerts/selectors';
import { SosControl } from '../../alerts/views/SosControl';
import { selectUnreadMessages } from '../../chat/selectors';
import { MembersPanel } from '../../families/views/MembersPanel';
import { panelOpened } from '../../families/slice';
import { selectPanelOpen } from '../../families/selectors';
import { FencesSwitch } from '../../geofences/views/FencesSwitch';
import { Invitations } from '../../invitations/views/Invitations';
import { NetworkBanner } from '../../session/views/NetworkBanner';
import { FamilyMap } from './FamilyMap';
import { MapControls } from './MapControls';
import { MapNotices } from './MapNotices';
import { MemberList } from './MemberList';

/** /: the live map of the family, with everything else floating over it. */
export function MainMapScreen() {
  return (
    <MapScreen
      map={<FamilyMap />}
      header={<Header />}
      notices={
        <>
          <NetworkBanner />
          <MapNotices />
          <Invitations most={1} />
        </>
      }
      controls={
        <>
          <MapControls />
          <SosControl />
        </>
      }
      bottomBar={<MainNavigation />}
      panel={
        <MembersPanel>
          <MemberList />
          <FencesSwitch />
        </MembersPanel>
      }
    />
  );
}

function Header() {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectPanelOpen);
  return (
    <AppHeader
      floating
      title="Kinmap"
      leading={<Logo />}
      trailing={
        <IconButton
          label="Family members"
          icon={<MenuIcon />}
          aria-expanded={open}
          onClick={() => dispatch(panelOpened())}
        />
      }
    />
  );
}

function MainNavigation() {
  const { Link } = useNavigation();
  const unread = useAppSelector(selectUnreadCount);
  const unreadMessages = useAppSelector(selectUnreadMessages);
  return (
    <BottomBar
      items={[
        { label: 'Map', icon: <MapIcon />, current: true, renderLink: (props) => <Link to="/" {...props} /> },
        {
          label: 'Chat',
          icon: <ChatIcon />,
          badge: unreadMessages,
          badgeLabel: `${unreadMessages} unread`,
          renderLink: (props) => <Link to="/chat" {...props} />,
        },
        {
          label: 'Alerts',
          icon: <AlertsIcon />,
          badge: unread,
          badgeLabel: `${unread} unread`,
          renderLink: (props) => <Link to="/alerts-settings" {...props} />,
        },
      ]}
    />
  );
}
