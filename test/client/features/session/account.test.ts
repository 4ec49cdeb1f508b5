import { selectInvitations } from '#client/features/families/selectors';
import { selectAccountOutcome, selectAccountQuestion } from '#client/features/session/account/selectors';
import type { ErrorCode } from '#contract/errors';
import {
  inviteSubmitted,
  linkCopyRequested,
  newCodeConfirmed,
  removalConfirmed,
} from '#client/features/families/administration/slice';
import { accountOpened } from '#client/store/pageActions';
import { redactSecrets } from '#client/app/redactSecrets';
import {
  accountDeletionConfirmed,
  signOutEverywhereConfirmed,
  exportRequested,
  historyDeletionConfirmed,
  outcomeOutdated,
  passwordSubmitted,
  pictureChangeRequested,
  pictureRemovalRequested,
  phoneSharingChosen,
  profileSubmitted,
  questionAsked,
} from '#client/features/session/account/slice';
import { invitationAccepted, invitationDeclined } from '#client/features/families/invitations/slice';
import { joinFamilySubmitted } from '#client/features/families/slice';
import { sessionExpired, signOutRequested } from '#client/features/session/slice';
import { RequestFailed, PictureRefused } from '#client/services/errors';
import { ANA, createFamily } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const NEW = 'Rainy-nights-2';

/** A store on the account screen, with its saga there. */
async function onAccount(change: (fake: FakeServices) => void = () => undefined) {
  const { store, fake, perform } = await signedInStore(change);
  store.dispatch(accountOpened());
  // The sagas come by imports of their own.
  await import('#client/app/accountPageSagas');
  await import('#client/app/laterSagas');
  await flushPromises();
  const outcome = (task: Parameters<typeof selectAccountOutcome>[0]) =>
    selectAccountOutcome(task)(store.getState());
  const called = (path: string) => fake.recorded.calls.filter((call) => call.path === path);
  return { store, fake, perform, outcome, called };
}

const refused = (status: number, code: ErrorCode) => () =>
  Promise.reject(new RequestFailed(status, { code }));

describe('the profile', () => {
  it('given changed fields, then the answer becomes the person, and it says so until the form is edited', async () => {
    const { store, outcome, called } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = () => ({ name: 'Anna', phone: null });
    });
    store.dispatch(profileSubmitted({ name: ' Anna', email: ANA.email, phone: '', currentPassword: '' }));
    expect(outcome('profile').status).toBe('busy');
    await flushPromises();
    expect(called('/api/users/:id')[0]?.input).toEqual({
      params: { id: 'ana' },
      body: { name: ' Anna' },
    });
    expect(store.getState().session.auth.user).toMatchObject({ ...ANA, name: 'Anna' });
    expect(outcome('profile')).toEqual({ status: 'done', result: 'profile_updated' });
    store.dispatch(outcomeOutdated({ task: 'profile' }));
    expect(outcome('profile').status).toBe('idle');
  });

  it('given one changed field, then only it is sent, because another device may have changed the others', async () => {
    const { called, outcome, perform } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = () => ({ phone: '+386 1' });
    });
    const form = { name: ANA.name, email: ANA.email, phone: '+386 1', currentPassword: '' };
    await perform(profileSubmitted(form));
    expect(called('/api/users/:id').map(({ input }) => input.body)).toEqual([{ phone: '+386 1' }]);
    await perform(profileSubmitted(form));
    expect(called('/api/users/:id')).toHaveLength(1);
    expect(outcome('profile')).toEqual({ status: 'done', result: 'profile_updated' });
  });

  it.each([
    [refused(409, 'email_taken'), 'email_taken'],
    [() => Promise.reject(new RequestFailed(null)), 'profile_not_updated'],
  ])('given it fails, then the server says why, or else the specification', async (answer, code) => {
    const { outcome, perform } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = answer;
    });
    await perform(
      profileSubmitted({ name: 'Ana', email: 'b@c.si', phone: '', currentPassword: 'Sunny-days-1' }),
    );
    expect(outcome('profile')).toEqual({ status: 'failed', error: { code } });
  });

  it('given a picture, then it is sent and only its address is in the store', async () => {
    const { store, fake, outcome, called, perform } = await onAccount((services) => {
      services.answers['PUT /api/users/:id'] = () => ({ profileImage: '/pictures/x' });
    });
    fake.onChoosePicture(async () => 'data:image/webp;base64,AAAA');
    await perform(pictureChangeRequested());
    expect(called('/api/users/:id')[0]?.input.body).toEqual({ profileImage: 'data:image/webp;base64,AAAA' });
    expect(JSON.stringify(store.getState())).not.toContain('base64');
    expect(store.getState().session.auth.user?.profileImage).toBe('/pictures/x');
    expect(outcome('picture').status).toBe('done');
  });

  it('given nothing is chosen, or a file that is none, then nothing is sent', async () => {
    const { fake, outcome, called, perform } = await onAccount();
    await perform(pictureChangeRequested());
    expect(outcome('picture').status).toBe('idle');
    fake.onChoosePicture(() => Promise.reject(new PictureRefused({ code: 'picture_unusable' })));
    await perform(pictureChangeRequested());
    expect(outcome('picture')).toEqual({ status: 'failed', error: { code: 'picture_unusable' } });
    expect(called('/api/users/:id')).toEqual([]);
  });

  it('given it is removed, then null is sent', async () => {
    const { called, perform } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = () => ({ profileImage: null });
    });
    await perform(pictureRemovalRequested());
    expect(called('/api/users/:id')[0]?.input.body).toEqual({ profileImage: null });
  });
});

describe('the phone number', () => {
  it('given it is shared with the families, then the server receives it and the account says so', async () => {
    const { called, perform, store } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = () => ({ sharesPhone: true });
    });
    await perform(phoneSharingChosen({ sharesPhone: true }));
    expect(called('/api/users/:id')[0]?.input.body).toEqual({ sharesPhone: true });
    expect(store.getState().session.auth.user?.sharesPhone).toBe(true);
  });
});

describe('the password', () => {
  const form = { currentPassword: 'Sunny-days-1', newPassword: NEW, confirmPassword: NEW };

  it.each([
    [{ ...form, confirmPassword: 'x' }, { code: 'new_passwords_differ' }],
    [{ ...form, newPassword: 'short', confirmPassword: 'short' }, { code: 'new_password_too_short' }],
  ])('given a bad form, then nothing is sent and a code says why', async (bad, error) => {
    const { outcome, called, perform } = await onAccount();
    await perform(passwordSubmitted(bad));
    expect(outcome('password')).toEqual({ status: 'failed', error });
    expect(called('/api/users/:id/password')).toEqual([]);
  });

  it('given it is changed, then this device has a new token, which no action or state ever held', async () => {
    const { store, fake, outcome, perform } = await onAccount((services) => {
      services.answers['PUT /api/users/:id/password'] = () => undefined;
      services.answers['POST /api/auth/login'] = () => ({ token: 'the-new-token', user: ANA });
    });
    const logged: unknown[] = [];
    redactSecrets({ dispatch: (action) => action, getState: () => ({}) })((action) => logged.push(action))(
      passwordSubmitted(form),
    );
    await perform(passwordSubmitted(form));
    expect(outcome('password')).toEqual({ status: 'done', result: 'password_updated' });
    expect([fake.stored.get('token'), fake.recorded.tokens.at(-1)]).toEqual([
      'the-new-token',
      'the-new-token',
    ]);
    expect(fake.recorded.openSockets).toBe(1);
    expect(JSON.stringify([logged, store.getState()])).not.toMatch(/the-new-token|Rainy|Sunny/u);
  });

  it('given the old token is refused meanwhile, then the session goes on', async () => {
    let letIn: (answer: object) => void = () => undefined;
    const { store, perform } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id/password'] = () => undefined;
      fake.answers['POST /api/auth/login'] = () => new Promise((resolve) => (letIn = resolve));
    });
    await perform(passwordSubmitted(form));
    await perform(sessionExpired());
    letIn({ token: 'the-new-token', user: ANA });
    await flushPromises();
    expect(store.getState().session.auth).toMatchObject({ status: 'signedIn', tokenChanging: false });
  });

  it('given signing in again fails, then the session ends instead of going on half-way', async () => {
    const { store, fake, perform } = await onAccount((services) => {
      services.answers['PUT /api/users/:id/password'] = () => undefined;
      services.answers['POST /api/auth/login'] = () => Promise.reject(new RequestFailed(null));
    });
    await perform(passwordSubmitted(form));
    expect(store.getState().session.auth).toMatchObject({ status: 'signedOut', endedBecause: 'expired' });
    expect(fake.stored.has('token')).toBe(false);
  });

  it('given the current one is wrong, then the session is untouched', async () => {
    const { store, outcome, perform } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id/password'] = refused(400, 'wrong_current_password');
    });
    await perform(passwordSubmitted(form));
    expect(outcome('password')).toMatchObject({ error: { code: 'wrong_current_password' } });
    expect(store.getState().session.auth).toMatchObject({ status: 'signedIn', tokenChanging: false });
  });
});

describe('families', () => {
  it.each([
    [inviteSubmitted({ familyId: 'f1', email: 'a@b.si', isAdmin: false }), 'member_not_added'],
    [removalConfirmed({ familyId: 'f1', memberId: 'ben' }), 'member_not_removed'],
    [newCodeConfirmed({ familyId: 'f1' }), 'family_not_updated'],
  ])('given no answer, then the specification says what failed', async (intent, code) => {
    const { store, perform } = await onAccount();
    await perform(intent);
    const outcomes = Object.values(store.getState().families.administration.tasks);
    expect(outcomes).toEqual([{ status: 'failed', error: { code } }]);
  });

  it('given the link is copied, then it holds the code, and the state does not', async () => {
    const { store, fake, perform } = await onAccount();
    await perform(linkCopyRequested({ familyId: 'f1' }));
    expect(fake.recorded.copied).toEqual(['http://kinmap.test/family-setup#code=CODE-f1']);
    expect(store.getState().families.administration.linkCopy).toBe('copied');
    expect(JSON.stringify(store.getState())).not.toContain('CODE-f1');
    store.dispatch(signOutRequested());
  });

  it('given the code of a link is used, then it is forgotten', async () => {
    const { fake, perform } = await onAccount((services) => {
      services.receiveInviteCode('JOINCODE42');
      services.answers['POST /api/families/join-by-code'] = () => createFamily('f1', ['ana', 'ben']);
    });
    await perform(joinFamilySubmitted({ inviteCode: 'JOINCODE42' }));
    expect(fake.services.inviteCodes.getPending()).toBeNull();
  });
});

describe('invitations', () => {
  const invitation = {
    id: 'i1',
    familyId: 'f2',
    familyName: 'Kos',
    invitedBy: 'Cleo',
    isAdmin: false,
    createdAt: '2026-05-01T12:00:00.000Z',
  };
  const withInvitation = (fake: FakeServices) => {
    fake.answers['GET /api/invitations'] = () => [invitation];
  };

  it('given the server sends one, then it waits for an answer', async () => {
    const { store, fake } = await onAccount();
    expect(selectInvitations(store.getState())).toEqual([]);
    withInvitation(fake);
    fake.receive('invitations:changed', {});
    await flushPromises();
    expect(selectInvitations(store.getState())).toEqual([invitation]);
  });

  it('given it is accepted, then its family is there and selected', async () => {
    const { store, fake, perform } = await onAccount(withInvitation);
    fake.answers['POST /api/invitations/:id/accept'] = () => createFamily('f2', ['cleo', 'ana']);
    fake.answers['GET /api/families'] = () => [
      createFamily('f1', ['ana']),
      createFamily('f2', ['cleo', 'ana']),
    ];
    await perform(invitationAccepted({ id: 'i1' }));
    expect(store.getState().families.membership.selectedId).toBe('f2');
    expect(selectInvitations(store.getState())).toEqual([]);
  });

  it('given it is declined, then it is gone; given that fails, then it stays and says why', async () => {
    const { store, fake, perform } = await onAccount(withInvitation);
    await perform(invitationDeclined({ id: 'i1' }));
    expect(store.getState().families.invitations).toMatchObject({
      failure: { id: 'i1', error: { code: 'invitation_not_declined' } },
      answeringId: null,
    });
    fake.answers['POST /api/invitations/:id/decline'] = () => undefined;
    await perform(invitationDeclined({ id: 'i1' }));
    expect(selectInvitations(store.getState())).toEqual([]);
  });

  it('given a busy server, then it is asked again', async () => {
    jest.useFakeTimers();
    try {
      const { store, fake } = await onAccount((services) => {
        services.answers['GET /api/invitations'] = refused(503, 'server_busy');
      });
      expect(fake.recorded.calls.filter(({ path }) => path === '/api/invitations')).toHaveLength(1);
      withInvitation(fake);
      jest.advanceTimersByTime(2_000);
      await flushPromises();
      expect(selectInvitations(store.getState())).toEqual([invitation]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('given a server without invitations, then no error is shown', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['GET /api/invitations'] = refused(404, 'not_found');
    });
    expect(store.getState().families.invitations).toEqual({ waiting: [], answeringId: null, failure: null });
    expect(fake.recorded.failures).toEqual([]);
  });
});

describe('the ways out', () => {
  it('given a download, then it is saved as a file', async () => {
    const { fake, perform } = await onAccount();
    await perform(exportRequested());
    expect(fake.recorded.savedFileNames).toEqual(['kinmap-export.json']);
  });

  it('given history is deleted, then all of it goes, also from this device, and the page says so', async () => {
    const { store, fake, outcome, perform } = await onAccount(({ answers, stored }) => {
      answers['DELETE /api/locations/history'] = () => undefined;
      stored.set('lastDay:ana', '{}');
    });
    await perform(questionAsked('history'), historyDeletionConfirmed());
    expect(fake.recorded.calls.at(-1)).toEqual({ path: '/api/locations/history', input: { query: {} } });
    expect(outcome('history')).toEqual({ status: 'done', result: 'history_deleted' });
    expect(selectAccountQuestion(store.getState())).toBeNull();
    expect(fake.stored.has('lastDay:ana')).toBe(false);
  });

  it.each([
    ['no network', () => Promise.reject(new RequestFailed(null)), 'history_not_deleted'],
    ['a server without this route', refused(404, 'not_found'), 'history_not_deletable'],
  ])(
    'given %s, when history is deleted, then the question stays and says so',
    async (_what, answer, code) => {
      const { store, fake, outcome, perform } = await onAccount(({ answers, stored }) => {
        answers['DELETE /api/locations/history'] = answer;
        stored.set('lastDay:ana', '{}');
      });
      await perform(questionAsked('history'), historyDeletionConfirmed());
      expect(outcome('history')).toMatchObject({ status: 'failed', error: { code } });
      expect(selectAccountQuestion(store.getState())).toBe('history');
      expect(fake.stored.has('lastDay:ana')).toBe(true);
    },
  );

  it('given every device is signed out, or the account deleted, then so is this one', async () => {
    for (const [route, intent, endedBecause] of [
      [
        'POST /api/auth/sign-out-everywhere',
        signOutEverywhereConfirmed({ currentPassword: 'Sunny-days-1' }),
        'requested',
      ],
      ['DELETE /api/users/:id', accountDeletionConfirmed({ password: 'Sunny-days-1' }), 'deleted'],
    ] as const) {
      const { store, perform } = await onAccount((fake) => {
        fake.answers[route] = () => undefined;
      });
      await perform(intent);
      expect(store.getState().session.auth).toMatchObject({ status: 'signedOut', endedBecause });
    }
  });

  it('given the server ends the sessions before it answers, then the reason is still the deletion', async () => {
    let answer: () => void = () => undefined;
    const { store, perform } = await onAccount((fake) => {
      fake.answers['DELETE /api/users/:id'] = () => new Promise<void>((resolve) => (answer = resolve));
    });
    await perform(accountDeletionConfirmed({ password: 'Sunny-days-1' }));
    await perform(sessionExpired());
    answer();
    await flushPromises();
    expect(store.getState().session.auth).toMatchObject({ status: 'signedOut', endedBecause: 'deleted' });
  });

  it('given something else ends while a question is open, then the question stays', async () => {
    let answer: (changed: object) => void = () => undefined;
    const { store, outcome } = await onAccount((fake) => {
      fake.answers['PUT /api/users/:id'] = () => new Promise((resolve) => (answer = resolve));
    });
    store.dispatch(profileSubmitted({ name: 'Anna', email: ANA.email, phone: '', currentPassword: '' }));
    store.dispatch(questionAsked('delete'));
    expect(outcome('profile').status).toBe('busy');
    answer({ name: 'Anna' });
    await flushPromises();
    expect(outcome('profile').status).toBe('done');
    expect(selectAccountQuestion(store.getState())).toBe('delete');
  });

  it('given a wrong password, then the question stays open and says so', async () => {
    const { store, outcome, perform } = await onAccount((fake) => {
      fake.answers['DELETE /api/users/:id'] = refused(400, 'wrong_password');
    });
    await perform(questionAsked('delete'), accountDeletionConfirmed({ password: 'wrong' }));
    expect(selectAccountQuestion(store.getState())).toBe('delete');
    expect(outcome('delete')).toMatchObject({ error: { code: 'wrong_password' } });
  });
});
