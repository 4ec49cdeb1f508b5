import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { AdministrationOutcome, useAdministrationTask } from './AdministrationOutcome';
import { adminChosen } from '../administration/slice';
import type { ReactNode } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Avatar } from '#client/ui/people.tsx';
import { Button } from '#client/ui/Button.tsx';
import { colorsFor } from '#client/ui/colors';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectMembersToManage } from '../administration/selectors';
import { selectAmAdmin } from '../selectors';
import type { Family } from '../slice';
import { LeaveFamily } from './LeaveFamily';
import { selectUser } from '#client/features/session/selectors';
import { questionAsked } from '../administration/slice';
import { FamilySettings } from './FamilySettings';
import { InviteForm } from './InviteForm';
import { RenameForm } from './RenameForm';

interface FamilyProps {
  family: Family;
}

/** Who is in the family, and what admins may decide about it. */
export function MembersSection({ family }: FamilyProps) {
  const amAdmin = useAppSelector(selectAmAdmin);
  const colors = colorsFor(family.members.map(({ id }) => id));
  const members = useAppSelector(selectMembersToManage);
  const title = t('Members of {family}', { family: family.name });
  return (
    <Section title={title}>
      <AdministrationOutcome task="member" />
      <ul className="account-members" role="list" aria-label={title}>
        {members.map((member) => (
          <li key={member.id} className="account-member">
            <Avatar
              id={member.id}
              name={member.name}
              picture={member.profileImage}
              color={colors[member.id]}
            />
            <MemberText member={member} />
            {amAdmin ? <MemberActions familyId={family.id} member={member} /> : null}
          </li>
        ))}
        {family.invited?.map(({ id, email }) => (
          <li key={id} className="account-member">
            <Avatar id={id} name={email} />
            <span className="account-member-text">
              {email}
              <span className="account-hint">{t('Invited, not answered yet')}</span>
            </span>
            <TakeBack familyId={family.id} memberId={id} email={email} />
          </li>
        ))}
      </ul>
      {amAdmin ? (
        <>
          <InviteForm familyId={family.id} />
          <RenameForm key={family.id} family={family} />
        </>
      ) : null}
      <FamilySettings family={family} />
      <LeaveFamily family={family} />
    </Section>
  );
}

interface MemberProps {
  member: Family['members'][number];
}

function MemberText({ member }: MemberProps) {
  const isMe = useAppSelector(selectUser)?.id === member.id;
  return (
    <span className="account-member-text">
      <span>{isMe ? t('{name} (you)', { name: member.name }) : member.name}</span>
      {member.isAdmin ? <span className="account-hint">{t('Admin')}</span> : null}
    </span>
  );
}

function MemberActions({ familyId, member }: MemberProps & { familyId: string }) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const { busy } = useAdministrationTask('member');
  useFocusTitleOnUnmount();
  if (member.id === me?.id) return null;
  const { id: memberId, isAdmin } = member;
  return (
    <div className="account-buttons">
      <Button
        disabled={busy}
        onClick={() => dispatch(adminChosen({ familyId, memberId, isAdmin: !isAdmin }))}
      >
        <Trans
          message={isAdmin ? 'Remove as admin<who> {name}</who>' : 'Make admin<who> {name}</who>'}
          values={{ name: member.name }}
          tags={{ who: <Silent /> }}
        />
      </Button>
      <Button
        disabled={busy}
        onClick={() => dispatch(questionAsked({ about: 'removal', familyId, memberId }))}
      >
        <Trans message="Remove<who> {name}</who>" values={{ name: member.name }} tags={{ who: <Silent /> }} />
      </Button>
    </div>
  );
}

function TakeBack({ familyId, memberId, email }: { familyId: string; memberId: string; email: string }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <div className="account-buttons">
      <Button onClick={() => dispatch(questionAsked({ about: 'removal', familyId, memberId }))}>
        <Trans
          message="Take back<who> the invitation of {email}</who>"
          values={{ email }}
          tags={{ who: <Silent /> }}
        />
      </Button>
    </div>
  );
}

/** Whom a button is about: who sees the row knows. */
function Silent({ children }: { children?: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
