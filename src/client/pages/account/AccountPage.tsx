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
      <Way
        title={t('Notifications')}
        about={t('What reaches you while Kinmap is closed, on which devices, and when.')}
        to="/notifications"
      >
        {t('Change')}
      </Way>
      <ViewersSection />
      <Way title={t('Phones')} about={t('Apps that follow you while your phone sleeps.')} to="/phones">
        {t('Manage phones')}
      </Way>
      <PasswordSection />
      {family ? <InviteSection family={family} /> : null}
      <Way
        title={t('Family')}
        about={t('Members, roles, invitations, and what has happened in the family.')}
        to="/family"
      >
        {t('Manage family')}
      </Way>
      <FactorsSection />
      <DevicesSection />
      <DataSection />
      <Way
        title={t('Help')}
        about={t('What the map shows, who sees you, and what to do in need.')}
        to="/help"
      >
        {t('How Kinmap works')}
      </Way>
      <Button wide onClick={() => dispatch(signOutRequested())}>
        {t('Logout')}
      </Button>
      <FamilyQuestions />
      <AccountQuestions />
      <FactorDialogs />
    </Page>
  );
}

interface WayProps {
  /** The heading of its section. */
  title: string;
  /** What one finds there. */
  about: string;
  to: string;
  /** The words of its link. */
  children: string;
}

/** The way to a page of its own. */
function Way({ title, about, to, children }: WayProps) {
  const { Link } = useNavigation();
  return (
    <Section title={title}>
      <div className="account-way">
        <p>{about}</p>
        <Link to={to} className={buttonClass()}>
          {children}
        </Link>
      </div>
    </Section>
  );
}
