import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { BottomBar, MapScreen, type MapScreenProps } from '#client/ui/MapScreen.tsx';
import { AlertsIcon, ChatIcon, MapIcon, MenuIcon } from '#client/ui/icons.tsx';
import { Logo } from '#client/ui/artwork.tsx';
import { useDocked } from '#client/ui/hooks';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { selectBadgeCount } from '#client/features/alerts/selectors';
import { SosControl } from '#client/features/alerts/views/SosControl.tsx';
import { selectUnreadMessages } from '#client/features/chat/selectors';
import { MembersPanel } from './MembersPanel';
import { mapUncovered, panelOpened } from '#client/features/families/slice';
import { selectPanel } from '#client/features/families/selectors';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { MapNotices } from './lazyParts';
import { MapPart } from './MapPart';
import { FamilyMap } from './FamilyMap';
import { MapControls } from './MapControls';
import { MemberList } from './MemberList';

/** /: the live map of the family, with the controls on top of it. */
export function MapPage() {
  return (
    <Screen
      map={<FamilyMap />}
      header={<Header />}
      notices={
        <>
          <NetworkBanner />
          <MapNotices>
            <MapPart part="notices" />
          </MapNotices>
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
        </MembersPanel>
      }
    />
  );
}

/** Follows the height of the sheet alone: its parts stay as they are while it changes. */
function Screen(parts: Omit<MapScreenProps, 'sheet'>) {
  const { height } = useAppSelector(selectPanel);
  return <MapScreen {...parts} sheet={height} />;
}

function Header() {
  const dispatch = useAppDispatch();
  const { height } = useAppSelector(selectPanel);
  const docked = useDocked();
  return (
    <AppHeader
      floating
      title="Kinmap"
      leading={<Logo />}
      trailing={
        <IconButton
          label={t('Family members')}
          icon={<MenuIcon />}
          // Beside a docked panel the button only moves the focus into it.
          className={docked ? 'shown-on-focus' : undefined}
          aria-expanded={docked || height === 'full'}
          onClick={() => dispatch(!docked && height === 'full' ? mapUncovered() : panelOpened())}
        />
      }
    />
  );
}

function MainNavigation() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const unreadAlerts = useAppSelector(selectBadgeCount);
  const unreadMessages = useAppSelector(selectUnreadMessages);
  return (
    <BottomBar
      items={[
        {
          label: t('Map'),
          icon: <MapIcon />,
          current: true,
          renderLink: (props) => <Link to="/" onClick={() => dispatch(mapUncovered())} {...props} />,
        },
        {
          label: t('Chat'),
          icon: <ChatIcon />,
          badge: unreadMessages,
          badgeLabel: t('{count} unread', { count: unreadMessages }),
          renderLink: (props) => <Link to="/chat" {...props} />,
        },
        {
          label: t('Alerts'),
          icon: <AlertsIcon />,
          badge: unreadAlerts,
          badgeLabel: t('{count} unread', { count: unreadAlerts }),
          renderLink: (props) => <Link to="/alerts-settings" {...props} />,
        },
      ]}
    />
  );
}
