import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { UsersIcon } from '#client/ui/icons.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import {
  selectFamilies,
  selectFamiliesStatus,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { type Family, familySelected } from '#client/features/families/slice';
import { ActivitySection } from '#client/features/families/views/ActivitySection.tsx';
import { BlockedSection } from '#client/features/families/views/BlockedSection.tsx';
import { FamilyQuestions } from '#client/features/families/views/FamilyQuestions.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { InviteWays } from '#client/features/families/views/InviteWays.tsx';
import { MembersSection } from '#client/features/families/views/MembersSection.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { BackLink } from '../BackLink';
import '../account/account.css';

/** /family: the members of the selected family, who may join, what happened, leaving it, and other families. */
export function FamilyPage() {
  const family = useAppSelector(selectSelectedFamily);
  const isKnown = useAppSelector(selectFamiliesStatus) === 'ready';
  return (
    <Page header={<AppHeader title={t('Family')} leading={<BackLink />} />}>
      <NetworkBanner />
      <Invitations />
      {family ? <FamilyParts key={family.id} family={family} /> : isKnown ? <NoFamily /> : null}
      <BlockedSection />
      <FamilyQuestions />
    </Page>
  );
}

function FamilyParts({ family }: { family: Family }) {
  return (
    <>
      <FamilyChoice family={family} />
      <MembersSection family={family} />
      <Section title={t('Invite the others')}>
        <InviteWays family={family} />
      </Section>
      <ActivitySection />
      <AnotherFamily />
    </>
  );
}

/** Which family the page is about, where there are several. */
function FamilyChoice({ family }: { family: Family }) {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  if (families.length < 2) return null;
  return (
    <SelectField
      label={t('Family')}
      value={family.id}
      onChange={(event) => dispatch(familySelected({ familyId: event.target.value }))}
      options={families.map(({ id, name }) => ({ value: id, label: name }))}
    />
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

function NoFamily() {
  const { Link } = useNavigation();
  return (
    <EmptyState
      icon={<UsersIcon />}
      title={t('No family yet')}
      hint={t('Create a family, or join one with its invitation code, to see each other on the map.')}
      action={
        <Link className={buttonClass('primary')} to="/family-setup">
          {t('Create or join a family')}
        </Link>
      }
    />
  );
}
