import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { selectPersonColor, selectSelectedFamily } from '#client/features/families/selectors';
import { selectUser } from '#client/features/session/selectors';
import { ActivitySection } from '#client/features/families/views/ActivitySection.tsx';
import { BlockedSection } from '#client/features/families/views/BlockedSection.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { signOutRequested } from '#client/features/session/slice';
import { AccountNotice } from '#client/features/session/views/AccountNotice.tsx';
import { FactorDialogs } from '#client/features/session/views/FactorDialogs.tsx';
import { FactorsSection } from '#client/features/session/views/FactorsSection.tsx';
import { DevicesSection } from '#client/features/session/views/DevicesSection.tsx';
import { DataSection } from '#client/features/session/views/DataSection.tsx';
import { InviteSection } from '#client/features/families/views/InviteSection.tsx';
import { MembersSection } from '#client/features/families/views/MembersSection.tsx';
import { PasswordSection } from '#client/features/session/views/PasswordSection.tsx';
import { ProfileSection } from '#client/features/session/views/ProfileSection.tsx';
import { BackLink } from '../BackLink';
import { ConfirmDialogs } from './ConfirmDialogs';
import './account.css';

/** /account: the user's profile, password, devices and data, and the selected family. */
export function AccountPage() {
  const dispatch = useAppDispatch();
  const family = useAppSelector(selectSelectedFamily);
  const me = useAppSelector(selectUser);
  const color = useAppSelector((state) => selectPersonColor(state, me?.id ?? ''));
  return (
    <Page header={<AppHeader title={t('Account Settings')} leading={<BackLink />} />}>
      <NetworkBanner />
      <AccountNotice />
      <Invitations />
      <ProfileSection color={color} />
      <NotificationsSection />
      <PasswordSection />
      {family ? (
        <>
          <InviteSection family={family} />
          <MembersSection key={family.id} family={family} />
          <ActivitySection />
        </>
      ) : null}
      <BlockedSection />
      <FactorsSection />
      <DevicesSection />
      <DataSection />
      <Button wide onClick={() => dispatch(signOutRequested())}>
        {t('Logout')}
      </Button>
      <ConfirmDialogs />
      <FactorDialogs />
    </Page>
  );
}

function NotificationsSection() {
  const { Link } = useNavigation();
  return (
    <Section title={t('Notifications')}>
      <div className="account-way">
        <p>{t('What reaches you while Kinmap is closed, on which devices, and when.')}</p>
        <Link to="/notifications" className={buttonClass()}>
          {t('Change')}
        </Link>
      </div>
    </Section>
  );
}
