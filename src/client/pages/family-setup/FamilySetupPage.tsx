import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { formatList } from '#client/i18n/formats';
import { type FormEvent, useState } from 'react';
import { useAppDispatch, useAppSelector, useInvitationCodeFromUrl, useNavigation } from '#client/store/hooks';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Form, TextField } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { InvitePreview } from '#client/features/families/views/InvitePreview.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { selectFamilies, selectSetup } from '#client/features/families/selectors';
import {
  createFamilySubmitted,
  inviteCodeEntered,
  joinFamilySubmitted,
  setupTabChosen,
} from '#client/features/families/slice';
import './family-setup.css';

/** /family-setup: create a family, or join one with its code. */
export function FamilySetupPage() {
  const dispatch = useAppDispatch();
  const { Link, Navigate } = useNavigation();
  const { tab, status } = useAppSelector(selectSetup);
  const isInvited = useInvitationCodeFromUrl() !== null;
  const create = { id: 'create', label: t('Create Family'), content: <CreateFamily /> } as const;
  const join = { id: 'join', label: t('Join Family'), content: <JoinFamily /> } as const;
  if (status === 'done') return <Navigate to="/" replace />;
  return (
    <>
      <NetworkBanner />
      <AuthCard
        title={t('Set up your family')}
        // With large text it would take the room of the invitation, which says more.
        subtitle={isInvited ? null : t('The members of a family see each other on the map.')}
        footer={
          <Link className={buttonClass('quiet')} to="/">
            {t('Back to home')}
          </Link>
        }
      >
        <KnownFamilies />
        <Invitations />
        <Tabs
          label={t('Create or join')}
          selected={tab ?? (isInvited ? 'join' : 'create')}
          onSelect={(chosen) => dispatch(setupTabChosen(chosen))}
          tabs={isInvited ? [join, create] : [create, join]}
        />
      </AuthCard>
    </>
  );
}

/** After a reload nothing else says that a family was created meanwhile. */
function KnownFamilies() {
  const families = useAppSelector(selectFamilies);
  if (families.length === 0) return null;
  const names = formatList(families.map(({ name }) => name));
  return <Notice>{t('You are in {families} already.', { families: names })}</Notice>;
}

function SetupError() {
  const { error } = useAppSelector(selectSetup);
  return error ? <Notice kind="error">{errorMessage(error)}</Notice> : null;
}

function CreateFamily() {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectSetup).status === 'submitting';
  const [name, setName] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') dispatch(createFamilySubmitted({ name }));
  }

  return (
    <Form onSubmit={submit}>
      <SetupError />
      <TextField
        label={t('Family Name')}
        name="name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={busy} disabled={name.trim() === ''}>
        {t(busy ? 'Creating...' : 'Create Family')}
      </Button>
    </Form>
  );
}

/** Converts the text of a field to upper case without moving the caret. */
function inCapitals(field: HTMLInputElement): string {
  const caret = field.selectionStart;
  field.value = field.value.toUpperCase();
  field.setSelectionRange(caret, caret);
  return field.value;
}

function JoinFamily() {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectSetup).status === 'submitting';
  const given = useInvitationCodeFromUrl();
  const [inviteCode, setInviteCode] = useState(given?.toUpperCase() ?? '');

  function enter(code: string) {
    setInviteCode(code);
    dispatch(inviteCodeEntered({ inviteCode: code }));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (inviteCode.trim() !== '') dispatch(joinFamilySubmitted({ inviteCode }));
  }

  return (
    <Form onSubmit={submit}>
      <SetupError />
      <TextField
        label={t('Invitation Code')}
        name="inviteCode"
        code
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={given === null ? t('Someone in the family finds it under Family members.') : undefined}
        value={inviteCode}
        onChange={(event) => enter(inCapitals(event.target))}
      />
      <InvitePreview
        hint={t(
          'Once you join, you see where the others are from then on. They see you only while you share.',
        )}
      />
      <div className="setup-submit">
        <Button type="submit" variant="primary" wide busy={busy} disabled={inviteCode.trim() === ''}>
          {t(busy ? 'Joining...' : 'Join Family')}
        </Button>
      </div>
    </Form>
  );
}
