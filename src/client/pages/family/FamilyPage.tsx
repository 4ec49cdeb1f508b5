import { t } from '#client/i18n/text';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import { selectFamiliesStatus, selectSelectedFamily } from '#client/features/families/selectors';
import type { Family } from '#client/features/families/slice';
import { ActivitySection } from '#client/features/families/views/ActivitySection.tsx';
import { BlockedSection } from '#client/features/families/views/BlockedSection.tsx';
import { FamilyChoice } from '#client/features/families/views/FamilyChoice.tsx';
import { FamilyQuestions } from '#client/features/families/views/FamilyQuestions.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { InviteWays } from '#client/features/families/views/InviteWays.tsx';
import { MembersSection } from '#client/features/families/views/MembersSection.tsx';
import { NoFamily } from '#client/features/families/views/NoFamily.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { BackLink } from '../BackLink';
import '../account/account.css';

/** /family: the members of the selected family, who may join, what happened, leaving it, and other families. */
export function FamilyPage() {
  const family = useAppSelector(selectSelectedFamily);
  const isKnown = useAppSelector(selectFamiliesStatus) === 'ready';
  return (
    <Page header={<AppHeader title={family?.name ?? t('Family')} leading={<BackLink />} />}>
      <NetworkBanner />
      <Invitations />
      {/* Not in the parts of one family, which begin anew with another: the choice keeps the focus. */}
      <FamilyChoice />
      {family ? <FamilyParts key={family.id} family={family} /> : isKnown ? <NoFamily /> : null}
      <BlockedSection />
      <FamilyQuestions />
    </Page>
  );
}

function FamilyParts({ family }: { family: Family }) {
  return (
    <>
      <MembersSection family={family} />
      <Section title={t('Invite the others')}>
        <InviteWays family={family} />
      </Section>
      <ActivitySection />
      <AnotherFamily />
    </>
  );
}

function AnotherFamily() {
  const { Link } = useNavigation();
  return (
    <Section title={t('Another family')}>
      <div className="account-way">
        <p>{t('You can be in several families. Each sees only its own members and places.')}</p>
        <Link to="/family-setup" className={buttonClass()}>
          {t('Create or join another family')}
        </Link>
      </div>
    </Section>
  );
}
