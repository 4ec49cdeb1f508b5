import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { AppHeader } from '../../../ui/AppHeader';
import { Button } from '../../../ui/Button';
import { BackIcon } from '../../../ui/icons';
import { Page } from '../../../ui/Page';
import { selectSelectedFamily } from '../../families/selectors';
import { Invitations } from '../../invitations/views/Invitations';
import { NetworkBanner } from '../../session/views/NetworkBanner';
import { signOutRequested } from '../../session/slice';
import { DataSection } from './DataSection';
import { InviteSection } from './InviteSection';
import { MembersSection } from './MembersSection';
import { PasswordSection } from './PasswordSection';
import { ProfileSection } from './ProfileSection';
import { Questions } from './Questions';
import './account.css';

/** /account: who one is, whom one's families let in, and what becomes of one's data. */
export function AccountScreen() {
  const dispatch = useAppDispatch();
  const family = useAppSelector(selectSelectedFamily);
  return (
    <Page header={<AppHeader title="Account Settings" leading={<BackLink />} />}>
      <NetworkBanner />
      <Invitations />
      <ProfileSection />
      <PasswordSection />
      {family ? (
        <>
          <InviteSection family={family} />
          <MembersSection key={family.id} family={family} />
        </>
      ) : null}
      <DataSection />
      <Button wide onClick={() => dispatch(signOutRequested())}>
        Logout
      </Button>
      <Questions />
    </Page>
  );
}

function BackLink() {
  const { Link } = useNavigation();
  return (
    <Link to="/" className="icon-button">
      <BackIcon />
      <span className="visually-hidden">Back to the map</span>
    </Link>
  );
}
