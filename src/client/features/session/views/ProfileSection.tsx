import { t } from '#client/i18n/text';
import { useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Avatar, telephoneLink } from '#client/ui/people.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { CurrentPasswordField, EmailField } from '#client/ui/credentialFields.tsx';
import {
  Form,
  TextField,
  useValidatedForm,
  type FieldErrors,
  type TextFieldProps,
} from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { Section } from '#client/ui/Section.tsx';
import type { PersonColor } from '#client/ui/colors';
import { selectUser } from '../selectors';
import {
  emailChangeCancelled,
  emailLinkRequested,
  phoneSharingChosen,
  pictureChangeRequested,
  pictureRemovalRequested,
  profileSubmitted,
} from '../account/slice';
import { AccountOutcome, useAccountTask } from './AccountOutcome';
import { phoneField } from './phoneField';

const FIELDS = ['name', 'email', 'phone', 'currentPassword'] as const;

/** Name, email and phone. @param color the user's color on the map */
export function ProfileSection({ color }: { color: PersonColor }) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { busy, edited } = useAccountTask('profile');
  const picture = useAccountTask('picture');
  const { errors, submit, onInput } = useValidatedForm(
    FIELDS,
    (texts) => dispatch(profileSubmitted(texts)),
    () => {
      edited();
      // What is said from now on is about the form.
      picture.edited();
    },
  );
  if (!user) return null;

  return (
    <Section title={t('Profile Information')}>
      <Picture color={color} />
      <Form onSubmit={submit} onInput={onInput}>
        <SavedTextField
          label={t('Name')}
          name="name"
          autoComplete="name"
          required
          saved={user.name}
          error={errors?.['name']}
        />
        {/* After a change that waits, or on another device, the field shows the present email again. */}
        <EmailFields key={`${user.email} ${user.pendingEmail ?? ''}`} email={user.email} errors={errors} />
        <SavedTextField {...phoneField()} saved={user.phone ?? ''} error={errors?.['phone']} />
        {errors ? null : <AccountOutcome task="profile" />}
        {/* Beside the outcome, which else sounds as if the email had changed. */}
        <PendingEmail />
        <Button type="submit" variant="primary" busy={busy}>
          {t(busy ? 'Updating...' : 'Update Profile')}
        </Button>
      </Form>
      <PhoneSharing />
    </Section>
  );
}

/** Edits a saved text. Once another text is saved, here or on another device, it shows that one. */
function SavedTextField({ saved, ...props }: TextFieldProps & { saved: string }) {
  const [edit, setEdit] = useState({ saved, text: saved });
  return (
    <TextField
      {...props}
      value={edit.saved === saved ? edit.text : saved}
      onChange={({ target }) => setEdit({ saved, text: target.value })}
    />
  );
}

/** Whether the user's families can call the saved number. Renders nothing on servers that do not offer it. */
function PhoneSharing() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const hint = useId();
  if (user?.sharesPhone === undefined) return null;
  const canBeCalled = telephoneLink(user.phone) !== null;
  return (
    <div className="account-phone">
      <Switch
        label={t('My families can call this number')}
        checked={user.sharesPhone}
        disabled={!canBeCalled && !user.sharesPhone}
        aria-describedby={hint}
        onChange={({ target }) => dispatch(phoneSharingChosen({ sharesPhone: target.checked }))}
      />
      <p id={hint} className="account-hint">
        {canBeCalled
          ? t('A button to call you shows beside your name. An SOS always shows your number.')
          : t('Save a phone number first.')}
      </p>
      <AccountOutcome task="phoneSharing" />
    </div>
  );
}

/** An email that counts once the link in its mailbox was opened. */
function PendingEmail() {
  const pending = useAppSelector(selectUser)?.pendingEmail;
  return (
    <>
      {pending ? <PendingNotice email={pending} /> : null}
      <AccountOutcome task="pendingEmail" />
    </>
  );
}

function PendingNotice({ email }: { email: string }) {
  const dispatch = useAppDispatch();
  const { busy } = useAccountTask('pendingEmail');
  useFocusTitleOnUnmount();
  return (
    <Notice>
      <p className="account-pending-text">
        {t('We sent a link to {email}. Your address changes once you open it.', { email })}
      </p>
      <div className="account-buttons account-pending">
        <Button busy={busy} onClick={() => dispatch(emailLinkRequested())}>
          {t('Send again')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => dispatch(emailChangeCancelled())}>
          {t('Cancel change')}
        </Button>
      </div>
    </Notice>
  );
}

/** The email, and the password once it is another one. */
function EmailFields({ email, errors }: { email: string; errors: FieldErrors | null }) {
  const [typed, setTyped] = useState<string | null>(null);
  const isAnother = typed !== null && typed.trim().toLowerCase() !== email;
  return (
    <>
      <EmailField
        defaultValue={email}
        onChange={({ target }) => setTyped(target.validity.valid ? target.value : null)}
        error={errors?.['email']}
      />
      {isAnother ? (
        <CurrentPasswordField
          label={t('Your password')}
          name="currentPassword"
          hint={t('You sign in with this address, so we ask for your password.')}
          error={errors?.['currentPassword']}
        />
      ) : null}
    </>
  );
}

/** The user's picture, or the initials in its place. */
function Picture({ color }: { color: PersonColor }) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { busy } = useAccountTask('picture');
  if (!user) return null;
  const { id, name, profileImage } = user;
  return (
    <>
      <div className="account-picture">
        <Avatar id={id} name={name} picture={profileImage} size={88} color={color} />
        <div className="account-buttons">
          {/* Not disabled while the file dialog is open: some browsers fire no event when it is cancelled. */}
          <Button aria-busy={busy || undefined} onClick={() => dispatch(pictureChangeRequested())}>
            {t(profileImage === null ? 'Add a picture' : 'Change picture')}
          </Button>
          {profileImage === null ? null : (
            <div ref={focusNeighbourOnRemoval}>
              <Button variant="quiet" disabled={busy} onClick={() => dispatch(pictureRemovalRequested())}>
                {t('Remove picture')}
              </Button>
            </div>
          )}
        </div>
      </div>
      <AccountOutcome task="picture" />
    </>
  );
}
