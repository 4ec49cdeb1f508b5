import {
  emailLinkConfirmed,
  newPasswordSubmitted,
  resetLinkRequested,
} from '#client/features/session/accountLinks/actions';
import { selectAccountLink, selectUser } from '#client/features/session/selectors';
import { emailChangeCancelled, emailLinkRequested } from '#client/features/session/account/slice';
import { selectAccountOutcome } from '#client/features/session/account/selectors';
import { profileChanged } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { accountLinkOpened, accountOpened } from '#client/store/pageActions';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

const TOKEN = 'secret-of-the-link';
const done = { status: 'done', result: null };
const NEW = { newPassword: 'Sunny-days-2', confirmPassword: 'Sunny-days-2' };

/** A page that was opened by a link with this behind its #. */
async function opened(fragment: string, answers = {}) {
  const fake = fakeServices({ ...defaultServer(), ...answers });
  fake.setFragment(fragment);
  const all = await startStore(fake);
  all.store.dispatch(accountLinkOpened());
  await import('#client/app/smallPageSagas');
  await flushPromises();
  const called = () => fake.recorded.calls.filter(({ path }) => /forgot|reset|confirm|undo/u.test(path));
  return { ...all, called, outcome: () => selectAccountLink(all.store.getState()) };
}

it('given an email, when a link is asked for, then the page says that it is on its way', async () => {
  const { store, called, outcome } = await opened('', { 'POST /api/auth/forgot-password': () => undefined });
  store.dispatch(resetLinkRequested({ email: 'ana@example.com' }));
  expect(outcome()).toEqual({ status: 'busy' });
  await flushPromises();
  expect(called()[0]?.input).toEqual({ body: { email: 'ana@example.com' } });
  expect(outcome()).toEqual(done);
  store.dispatch(accountLinkOpened());
  expect(outcome()).toEqual({ status: 'idle' });
});

it('given a link, when a new password is set, then the link was in no state', async () => {
  const { store, called, outcome } = await opened(TOKEN, {
    'POST /api/auth/reset-password': () => undefined,
  });
  store.dispatch(newPasswordSubmitted(NEW));
  await flushPromises();
  expect(called()[0]?.input).toEqual({ body: { token: TOKEN, newPassword: NEW.newPassword } });
  expect(outcome()).toEqual(done);
  expect(JSON.stringify(store.getState())).not.toContain(TOKEN);
});

it.each([
  {
    form: 'two texts',
    link: TOKEN,
    texts: { ...NEW, confirmPassword: 'another' },
    code: 'new_passwords_differ',
  },
  {
    form: 'a short one',
    link: TOKEN,
    texts: { newPassword: 'short', confirmPassword: 'short' },
    code: 'new_password_too_short',
  },
  { form: 'a good one', link: '', texts: NEW, code: 'link_missing' },
])(
  'given $form and the link $link, when sent, then nothing is and the page says why',
  async ({ texts, link, code }) => {
    const { store, called, outcome } = await opened(link);
    store.dispatch(newPasswordSubmitted(texts));
    await flushPromises();
    expect(outcome()).toEqual({ status: 'failed', error: { code } });
    expect(called()).toEqual([]);
  },
);

it('given a link that was used, when its button is pressed, then the page says that it is not valid', async () => {
  const error = { code: 'link_invalid' } as const;
  const { store, outcome } = await opened(TOKEN, {
    'POST /api/auth/undo-email': () => Promise.reject(new RequestFailed(400, error)),
  });
  store.dispatch(emailLinkConfirmed('undoEmail'));
  await flushPromises();
  expect(outcome()).toEqual({ status: 'failed', error });
});

it('given a page of a link was reloaded, when it opens without its link, then it says so at once', async () => {
  const { store, outcome } = await opened('');
  store.dispatch(accountLinkOpened('reset-password'));
  expect(outcome()).toEqual({ status: 'failed', error: { code: 'link_missing' } });
  store.dispatch(accountLinkOpened('forgot-password'));
  expect(outcome()).toEqual({ status: 'idle' });
});

it('given another link in the same tab, when it is opened, then its own token is sent', async () => {
  const { store, fake, called } = await opened('first', { 'POST /api/auth/confirm-email': () => undefined });
  fake.setFragment('second');
  store.dispatch(accountLinkOpened());
  store.dispatch(emailLinkConfirmed('confirmEmail'));
  await flushPromises();
  expect(called()[0]?.input).toEqual({ body: { token: 'second' } });
});

describe('an email that waits for its confirmation', () => {
  async function waiting(answers = {}) {
    const all = await signedInStore((fake) => Object.assign(fake.answers, answers));
    all.store.dispatch(accountOpened());
    await import('#client/app/accountPageSagas');
    await flushPromises();
    all.store.dispatch(profileChanged({ pendingEmail: 'new@example.com' }));
    return all;
  }

  it('given it, when the link is sent again, then the page says so', async () => {
    const { store } = await waiting({ 'POST /api/users/:id/pending-email': () => undefined });
    store.dispatch(emailLinkRequested());
    await flushPromises();
    expect(selectAccountOutcome('pendingEmail')(store.getState())).toEqual({
      status: 'done',
      result: 'link_sent',
    });
    expect(selectUser(store.getState())?.pendingEmail).toBe('new@example.com');
    store.dispatch(profileChanged({ email: 'new@example.com', pendingEmail: null }));
    expect(selectAccountOutcome('pendingEmail')(store.getState())).toEqual({ status: 'idle' });
  });

  it('given it, when it is cancelled, then it is gone', async () => {
    const { store } = await waiting({ 'DELETE /api/users/:id/pending-email': () => undefined });
    store.dispatch(emailChangeCancelled());
    await flushPromises();
    expect(selectUser(store.getState())?.pendingEmail).toBeNull();
  });
});
