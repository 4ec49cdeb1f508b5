import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { selectPersonColor, selectSelectedFamily } from '#client/features/families/selectors';
import { selectUser } from '#client/features/session/selectors';
import { FamilyQuestions } from '#client/features/families/views/FamilyQuestions.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { signOutRequested } from '#client/features/session/slice';
import { AccountNotice } from '#client/features/session/views/AccountNotice.tsx';
import { FactorDialogs } from '#client/features/session/views/FactorDialogs.tsx';
import { FactorsSection } from '#client/features/session/views/FactorsSection.tsx';
import { DevicesSection } from '#client/features/session/views/DevicesSection.tsx';
import { DataSection } from '#client/features/session/views/DataSection.tsx';
import { InviteSection } from '#client/features/families/views/InviteSection.tsx';
import { PasswordSection } from '#client/features/session/views/PasswordSection.tsx';
import { ProfileSection } from '#client/features/session/views/ProfileSection.tsx';
import { BackLink } from '../BackLink';
import { AccountQuestions } from './AccountQuestions';
import { ViewersSection } from './ViewersSection';
import './account.css';

/** /account: the user's profile, who sees them, password, devices and data, and the invitation code of the selected family. */
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
      <ViewersSection />
      <PhonesWay />
      <PasswordSection />
      {family ? <InviteSection family={family} /> : null}
      <FamilyWay />
      <FactorsSection />
      <DevicesSection />
      <DataSection />
      <HelpWay />
      <Button wide onClick={() => dispatch(signOutRequested())}>
        {t('Logout')}
      </Button>
      <FamilyQuestions />
      <AccountQuestions />
      <FactorDialogs />
    </Page>
  );
}

function FamilyWay() {
  const { Link } = useNavigation();
  return (
    <Section title={t('Family')}>
      <div className="account-way">
        <p>{t('Members, roles, invitations, and what has happened in the family.')}</p>
        <Link to="/family" className={buttonClass()}>
          {t('Manage family')}
        </Link>
      </div>
    </Section>
  );
}

function HelpWay() {
  const { Link } = useNavigation();
  return (
    <Section title={t('Help')}>
      <div className="account-way">
        <p>{t('What the map shows, who sees you, and what to do in need.')}</p>
        <Link to="/help" className={buttonClass()}>
          {t('How Kinmap works')}
        </Link>
      </div>
    </Section>
  );
}

function PhonesWay() {
  const { Link } = useNavigation();
  return (
    <Section title={t('Phones')}>
      <div className="account-way">
        <p>{t('Apps that follow you while your phone sleeps.')}</p>
        <Link to="/phones" className={buttonClass()}>
          {t('Manage phones')}
        </Link>
      </div>
    </Section>
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
