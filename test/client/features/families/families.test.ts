import {
  selectEndedIn,
  selectHasLeft,
  selectFamilies,
  selectInvitationFailure,
  selectInvitations,
  selectMembers,
  selectPanel,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import {
  createFamilySubmitted,
  endedMembershipDismissed,
  familiesOutdated,
  familyEntered,
  familySelected,
  inviteCodeEntered,
  inviteCopyRequested,
  joinFamilySubmitted,
  leaveFamilyAsked,
  leaveFamilyConfirmed,
  panelMoved,
} from '#client/features/families/slice';
import { invitationAccepted, invitationDeclined } from '#client/features/families/invitations/slice';
import { RequestFailed } from '#client/services/errors';
import { authFormOpened, familySetupOpened } from '#client/store/pageActions';
import { createFamily } from '../../support/builders';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore, startStore } from '../../support/signedInStore';

describe('loading families', () => {
  it('given families, then the first is selected and the members follow the selection', async () => {
    const { store } = await signedInStore((fake) => {
      fake.answers['GET /api/families'] = () => [
        createFamily('f1', ['ana', 'ben']),
        createFamily('f2', ['ana', 'cleo']),
      ];
    });
    expect(selectSelectedFamily(store.getState())?.id).toBe('f1');
    store.dispatch(familySelected({ familyId: 'f2' }));
    expect(selectMembers(store.getState()).map(({ id }) => id)).toEqual(['ana', 'cleo']);
  });

  it('given a failure, then the state says so', async () => {
    const { store } = await signedInStore((fake) => {
      fake.answers['GET /api/families'] = () => Promise.reject(new RequestFailed(null));
    });
    expect(store.getState().families.membership).toMatchObject({
      status: 'failed',
      error: { code: 'families_not_loaded' },
    });
  });

  it('given invitation codes in the answer, then none of them is in the state', async () => {
    const { store, fake } = await signedInStore();
    expect(JSON.stringify(store.getState())).not.toContain('CODE-f1');
    expect(fake.services.inviteCodes.get('f1')).toBe('CODE-f1');
  });

  it('given several changes of a family, then the families are loaded again once', async () => {
    jest.useFakeTimers();
    const { fake } = await signedInStore();
    const before = fake.recorded.calls.filter(({ path }) => path === '/api/families').length;
    fake.receive('family:changed', { familyId: 'f1' });
    fake.receive('family:changed', { familyId: 'f1' });
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    expect(fake.recorded.calls.filter(({ path }) => path === '/api/families')).toHaveLength(before + 1);
    jest.useRealTimers();
  });
});

describe('the panel of members', () => {
  const LEFT = panelMoved({ height: 'full', scrollTop: 240 });

  it.each([
    ['a family is entered', familyEntered({ families: [createFamily('f2')], familyId: 'f2' })],
    ['the session has ended', authFormOpened()],
  ])('given a full and scrolled list, when %s, then it is half and at its start', async (_when, action) => {
    const { store, perform } = await signedInStore();
    await perform(LEFT, action);
    expect(selectPanel(store.getState())).toMatchObject({ height: 'half', scrollTop: 0 });
  });

  it('given a scrolled list, when another family is chosen, then its list is at its start', async () => {
    const { store, perform } = await signedInStore();
    await perform(LEFT, familySelected({ familyId: 'f1' }));
    expect(selectPanel(store.getState()).scrollTop).toBe(0);
  });
});

describe('creating and joining', () => {
  it('given the list has a new family before the answer comes, then the family is there once', async () => {
    jest.useFakeTimers();
    const created = createFamily('f9', ['ana']);
    let answer: () => void = () => undefined;
    const { store, fake } = await signedInStore();
    fake.answers['POST /api/families'] = () =>
      new Promise<typeof created>((resolve) => {
        answer = () => resolve(created);
      });
    store.dispatch(createFamilySubmitted({ name: 'The Sailors' }));
    fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana', 'ben']), created];
    fake.receive('family:changed', { familyId: 'f9' });
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    // The reload after the answer would hide it.
    fake.answers['GET /api/families'] = () => new Promise(() => undefined);
    answer();
    await flushPromises();
    expect(selectFamilies(store.getState()).map(({ id }) => id)).toEqual(['f1', 'f9']);
    jest.useRealTimers();
  });

  it('given a code, then it is sent in capitals, the families are loaded again and the new one is selected', async () => {
    const { store, fake, perform } = await signedInStore();
    fake.answers['POST /api/families/join-by-code'] = () => null;
    fake.answers['GET /api/families'] = () => [
      createFamily('f1', ['ana', 'ben']),
      createFamily('f9', ['zoe', 'ana']),
    ];
    await perform(joinFamilySubmitted({ inviteCode: 'abc' }));
    expect(fake.recorded.calls.find(({ path }) => path.endsWith('join-by-code'))?.input.body).toEqual({
      inviteCode: 'ABC',
    });
    expect(selectSelectedFamily(store.getState())?.id).toBe('f9');
  });

  it.each([
    ['create', createFamilySubmitted({ name: 'x' }), 'family_not_created'],
    ['join', joinFamilySubmitted({ inviteCode: 'x' }), 'family_not_joined'],
  ])('given no answer to %s, then that is what failed', async (_what, intent, code) => {
    const { store, perform } = await signedInStore();
    await perform(intent);
    expect(store.getState().families.membership.setup).toMatchObject({ status: 'failed', error: { code } });
  });

  it.each([
    ['create', createFamilySubmitted({ name: 'Family f9' })],
    ['join', joinFamilySubmitted({ inviteCode: 'x' })],
  ])(
    'given the answer to %s is lost after the server stored it, then the family is entered',
    async (_what, intent) => {
      const { store, fake, perform } = await signedInStore();
      fake.answers['GET /api/families'] = () => [
        createFamily('f1', ['ana', 'ben']),
        createFamily('f9', ['ana']),
      ];
      await perform(familySetupOpened(), intent);
      expect(store.getState().families.membership.setup.status).toBe('done');
      expect(selectSelectedFamily(store.getState())?.id).toBe('f9');
    },
  );

  it('given the list comes late after a lost answer, when Create is pressed again, then one family is made', async () => {
    const { store, fake, perform } = await signedInStore();
    let answer: (families: unknown) => void = () => undefined;
    fake.answers['GET /api/families'] = () => new Promise((resolve) => (answer = resolve));
    const intent = createFamilySubmitted({ name: 'Family f9' });
    await perform(familySetupOpened(), intent);
    await perform(intent);
    const sent = fake.recorded.calls.filter(({ input }) => input.body !== undefined);
    expect(sent.map(({ path }) => path)).toEqual(['/api/families']);
    answer([createFamily('f1', ['ana', 'ben']), createFamily('f9', ['ana'])]);
    await flushPromises();
    expect(store.getState().families.membership.setup.status).toBe('done');
    expect(selectSelectedFamily(store.getState())?.id).toBe('f9');
  });

  it('given no list either after a lost answer, then the form says so, and another try is sent', async () => {
    const { store, fake, perform } = await signedInStore();
    fake.answers['GET /api/families'] = () => Promise.reject(new RequestFailed(null));
    await perform(familySetupOpened(), createFamilySubmitted({ name: 'Family f9' }));
    expect(store.getState().families.membership.setup).toMatchObject({ status: 'failed' });
    fake.answers['POST /api/families'] = () => createFamily('f9', ['ana']);
    await perform(createFamilySubmitted({ name: 'Family f9' }));
    expect(selectSelectedFamily(store.getState())?.id).toBe('f9');
  });

  it('given a refusal, then the families are not asked for again', async () => {
    const { fake, perform } = await signedInStore();
    fake.answers['POST /api/families'] = () =>
      Promise.reject(new RequestFailed(400, { code: 'family_name_required' }));
    const before = fake.recorded.calls.length;
    await perform(createFamilySubmitted({ name: 'x' }));
    expect(fake.recorded.calls).toHaveLength(before + 1);
  });

  it.each([
    [createFamilySubmitted({ name: 'x' }), 'create_needs_session'],
    [joinFamilySubmitted({ inviteCode: 'x' }), 'join_needs_session'],
  ])('given no session, then nothing is sent: %#', async (intent, code) => {
    const fake = fakeServices();
    const { store, perform } = await startStore(fake);
    await perform(intent);
    expect(store.getState().families.membership.setup.error).toEqual({ code });
    expect(fake.recorded.calls).toEqual([]);
  });
});

describe('accepting an invitation', () => {
  const INVITATION = {
    id: 'i1',
    familyId: 'f9',
    familyName: 'The Does',
    invitedBy: 'Zoe',
    createdAt: '2026-05-01T08:00:00.000Z',
  };
  /** Ana's store with an invitation, to which the server gives this answer. */
  async function accept(answer: () => unknown, families: () => unknown) {
    const all = await signedInStore(({ answers }) => (answers['GET /api/invitations'] = () => [INVITATION]));
    Object.assign(all.fake.answers, {
      'POST /api/invitations/:id/accept': answer,
      'GET /api/families': families,
      'GET /api/invitations': () => [],
    });
    await all.perform(invitationAccepted({ id: 'i1' }));
    await flushPromises();
    return {
      families: selectFamilies(all.store.getState()).map(({ id }) => id),
      invitations: all.store.getState().families.invitations,
    };
  }

  it('given the families cannot be loaded after it, then the joined one is entered all the same', async () => {
    const { families, invitations } = await accept(
      () => createFamily('f9', ['zoe', 'ana']),
      () => Promise.reject(new RequestFailed(null)),
    );
    expect(families).toEqual(['f1', 'f9']);
    expect(invitations).toEqual({ waiting: [], answeringId: null, failure: null });
  });

  it('given its answer is lost, then the families and the invitations are loaded again', async () => {
    const { families, invitations } = await accept(
      () => Promise.reject(new RequestFailed(null)),
      () => [createFamily('f1', ['ana', 'ben']), createFamily('f9', ['zoe', 'ana'])],
    );
    expect(families).toEqual(['f1', 'f9']);
    expect(invitations).toMatchObject({ waiting: [], answeringId: null, failure: null });
  });

  /** Ana's store with two invitations, of which the answer to the first is lost and the second still waits. */
  async function loseAnswer(answer: typeof invitationAccepted | typeof invitationDeclined) {
    const waiting = [INVITATION, { ...INVITATION, id: 'i2', familyId: 'f8' }];
    const all = await signedInStore(({ answers }) => (answers['GET /api/invitations'] = () => waiting));
    const error = () => selectInvitationFailure(all.store.getState())?.error ?? null;
    await all.perform(answer({ id: 'i1' }));
    expect(error()).not.toBeNull();
    return { ...all, waiting, error };
  }

  it.each([
    [
      'accepted',
      invitationAccepted,
      [createFamily('f1', ['ana', 'ben']), createFamily('f9', ['zoe', 'ana'])],
    ],
    ['declined', invitationDeclined, [createFamily('f1', ['ana', 'ben'])]],
  ] as const)(
    'given the lost answer of one that was %s, when it is found, then its error goes',
    async (_what, answer, families) => {
      const { fake, waiting, error } = await loseAnswer(answer);
      fake.answers['GET /api/families'] = () => families;
      fake.answers['GET /api/invitations'] = () => waiting.slice(1);
      fake.emitSignal('connected');
      await flushPromises();
      expect(error()).toBeNull();
    },
  );

  it('given the lost answer of one that is withdrawn, when it is gone, then its error stays', async () => {
    const { fake, waiting, error } = await loseAnswer(invitationAccepted);
    fake.answers['GET /api/invitations'] = () => waiting.slice(1);
    fake.emitSignal('connected');
    await flushPromises();
    expect(error()).toEqual({ code: 'family_not_joined' });
  });

  it.each([
    ['accepted', invitationAccepted],
    ['declined', invitationDeclined],
  ])('given one that is withdrawn, when it is %s, then it goes from the page', async (_what, answer) => {
    const all = await signedInStore(({ answers }) => (answers['GET /api/invitations'] = () => [INVITATION]));
    const gone = () => Promise.reject(new RequestFailed(404, { code: 'invitation_not_found' }));
    all.fake.answers['POST /api/invitations/:id/accept'] = gone;
    all.fake.answers['POST /api/invitations/:id/decline'] = gone;
    all.fake.answers['GET /api/invitations'] = () => [];
    await all.perform(answer({ id: 'i1' }));
    expect(selectInvitations(all.store.getState())).toEqual([]);
  });

  it('given another answer fails meanwhile, when the first was stored, then the later error stays', async () => {
    const { fake, waiting, error, perform } = await loseAnswer(invitationDeclined);
    const gone = { code: 'invitation_not_found' } as const;
    fake.answers['POST /api/invitations/:id/decline'] = () => Promise.reject(new RequestFailed(404, gone));
    await perform(invitationDeclined({ id: 'i2' }));
    fake.answers['GET /api/invitations'] = () => waiting.slice(1);
    fake.emitSignal('connected');
    await flushPromises();
    expect(error()).toEqual(gone);
  });
});

describe('the preview of an invitation', () => {
  const FAMILY = { familyName: 'The Does', members: 4 };

  /** A store without a session, on whose server this is what the newest code leads to. */
  async function signedOutStore(answer: () => unknown) {
    const fake = fakeServices({ 'POST /api/invite-preview': answer });
    const running = await startStore(fake);
    const enter = async (...codes: string[]) => {
      await running.perform(...codes.map((inviteCode) => inviteCodeEntered({ inviteCode })));
      await flushPromises();
    };
    const preview = () => running.store.getState().families.membership.setup.preview;
    const asked = () => fake.recorded.calls.map(({ input }) => input.body);
    return { ...running, enter, preview, asked };
  }

  it('given a code without a session, then the family is known and the code is not in the state', async () => {
    const { store, enter, preview } = await signedOutStore(() => FAMILY);
    await enter('abcde-12345');
    expect(preview()).toEqual(FAMILY);
    expect(JSON.stringify(store.getState())).not.toContain('abcde');
  });

  it('given a code is typed, then the server is asked once it is complete, and for each later one', async () => {
    const { enter, preview, asked } = await signedOutStore(() => FAMILY);
    await enter('abcde', 'abcde1234', 'abcde12345');
    await enter('abcde1234');
    expect(preview()).toBeNull();
    await enter('abcde12346');
    expect(preview()).toEqual(FAMILY);
    expect(asked()).toEqual([{ inviteCode: 'abcde12345' }, { inviteCode: 'abcde12346' }]);
  });

  it('given the page was opened by an invitation link, then the sign-in page shows its family', async () => {
    const { fake, perform, preview, asked } = await signedOutStore(() => FAMILY);
    fake.receiveInviteCode('ABCDE12345');
    await perform(authFormOpened());
    await flushPromises();
    expect(preview()).toEqual(FAMILY);
    expect(asked()).toEqual([{ inviteCode: 'ABCDE12345' }]);
  });

  it.each([
    [404, 'unknown'],
    [429, null],
  ])('given the server answers %d, then the preview is %p', async (status, expected) => {
    const { enter, preview } = await signedOutStore(() => Promise.reject(new RequestFailed(status)));
    await enter('abcde12345');
    expect(preview()).toBe(expected);
  });
});

describe('no longer in a family', () => {
  it('given the server lists one family less, then a notice names it until it is dismissed', async () => {
    let families = [createFamily('f1', ['ana', 'ben']), createFamily('f2', ['ana'])];
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/families'] = () => families;
    });
    expect(selectEndedIn(store.getState())).toBeNull();
    const [kept, ended] = families;
    families = kept ? [kept] : [];
    jest.useFakeTimers();
    await perform(familiesOutdated());
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    jest.useRealTimers();
    expect(selectEndedIn(store.getState())).toBe(ended?.name);
    expect(selectHasLeft(store.getState())).toBe(false);
    await perform(endedMembershipDismissed());
    expect(selectEndedIn(store.getState())).toBeNull();
  });
});

describe('leaving', () => {
  it('given the list comes before the answer, then a notice says that one has left', async () => {
    jest.useFakeTimers();
    const [kept, left] = [createFamily('f1'), createFamily('f2')];
    let families = [kept, left];
    let answer: () => void = () => undefined;
    const { store, fake } = await signedInStore((fake2) => {
      fake2.answers['GET /api/families'] = () => families;
    });
    fake.answers['POST /api/families/:id/leave'] = () =>
      new Promise<undefined>((resolve) => {
        answer = () => resolve(undefined);
      });
    store.dispatch(leaveFamilyAsked({ familyId: 'f2' }));
    store.dispatch(leaveFamilyConfirmed({ familyId: 'f2' }));
    families = [kept];
    fake.receive('family:changed', { familyId: 'f2' });
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    answer();
    await flushPromises();
    expect(selectFamilies(store.getState()).map(({ id }) => id)).toEqual(['f1']);
    expect(selectEndedIn(store.getState())).toBe(left.name);
    expect(selectHasLeft(store.getState())).toBe(true);
    jest.useRealTimers();
  });

  it('given the selected family is left, then the first remaining one is selected, or none', async () => {
    const { store, fake, perform } = await signedInStore((fake2) => {
      fake2.answers['GET /api/families'] = () => [createFamily('f1'), createFamily('f2')];
    });
    fake.answers['POST /api/families/:id/leave'] = () => undefined;
    await perform(leaveFamilyConfirmed({ familyId: 'f1' }));
    expect(selectSelectedFamily(store.getState())?.id).toBe('f2');
    expect(selectEndedIn(store.getState())).toBe('Family f1');
    await perform(leaveFamilyConfirmed({ familyId: 'f2' }));
    expect(selectSelectedFamily(store.getState())).toBeNull();
    expect(selectFamilies(store.getState())).toEqual([]);
  });

  it('given a failure, then the family stays and the code says so', async () => {
    const { store, perform } = await signedInStore();
    await perform(leaveFamilyConfirmed({ familyId: 'f1' }));
    expect(store.getState().families.membership).toMatchObject({ error: { code: 'family_not_left' } });
    expect(selectFamilies(store.getState())).toHaveLength(1);
  });
});

it('given a press on Copy, then the code is on the clipboard and the confirmation goes after 3 seconds', async () => {
  jest.useFakeTimers();
  const { store, fake, perform } = await signedInStore();
  await perform(inviteCopyRequested({ familyId: 'f1' }));
  expect(fake.recorded.copied).toEqual(['CODE-f1']);
  expect(store.getState().families.membership.inviteCopy).toBe('copied');
  jest.advanceTimersByTime(3_000);
  await flushPromises();
  expect(store.getState().families.membership.inviteCopy).toBe('idle');
  jest.useRealTimers();
});

it('given the browser does not let the page copy, then that stays on screen until the next try', async () => {
  const { store, fake, perform } = await signedInStore();
  const { write } = fake.services.clipboard;
  fake.services.clipboard.write = () => Promise.reject(new Error('not allowed'));
  await perform(inviteCopyRequested({ familyId: 'f1' }));
  const { membership, administration } = store.getState().families;
  expect([membership.inviteCopy, administration.codeShown]).toEqual(['failed', true]);
  fake.services.clipboard.write = write;
  await perform(inviteCopyRequested({ familyId: 'f1' }));
  expect(store.getState().families.membership.inviteCopy).toBe('copied');
});
