import { blockAdded, blockRemoved, settingChosen } from '#client/features/families/administration/slice';
import { activityText } from '#client/features/families/oversight/messages';
import { selectActivity, selectBlocks } from '#client/features/families/oversight/selectors';
import { registerSubmitted } from '#client/features/session/slice';
import { accountOpened } from '#client/store/pageActions';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

const ENTRY = { id: 'e1', kind: 'code', userId: 'ana', userName: 'Ana', byId: null, byName: null };
const BLOCK = { id: 'b1', familyId: 'f9', userId: null, name: 'The Foes' };
const at = '2026-05-01T11:00:00.000Z';

/** A store with the account page open. */
async function accountStore() {
  const all = await signedInStore((fake) => {
    Object.assign(fake.answers, {
      'GET /api/families/:id/activity': () => ({ entries: [{ ...ENTRY, at }] }),
      'GET /api/blocks': () => [{ ...BLOCK, createdAt: at }],
    });
  });
  all.store.dispatch(accountOpened());
  await flushPromises();
  await flushPromises();
  all.fake.recorded.calls.length = 0;
  return all;
}
const sent = ({ fake }: Awaited<ReturnType<typeof accountStore>>) =>
  fake.recorded.calls.map(({ path, input }) => [path, input]);

it('given the account page, then it shows the activity of the selected family and the blocks', async () => {
  const { store } = await accountStore();
  expect(selectActivity(store.getState())).toEqual([{ ...ENTRY, at }]);
  expect(selectBlocks(store.getState())).toEqual([{ ...BLOCK, createdAt: at }]);
});

it.each([
  [{ kind: 'place', change: 'moved', geofenceName: 'School' }, 'Ana moved School'],
  [
    { kind: 'place', change: 'renamed', geofenceName: 'Old school', earlierName: 'School' },
    'Ana renamed School to Old school',
  ],
  [{ kind: 'place', change: 'painted', geofenceName: 'School' }, 'Ana changed School'],
  [
    { kind: 'setting', setting: 'showsEarlierMessages', enabled: true },
    'Ana decided that new members see earlier messages',
  ],
  [
    { kind: 'setting', setting: 'keepsGeofences', enabled: false },
    'Ana decided to delete the places of deleted accounts',
  ],
  [{ kind: 'setting', setting: 'later', enabled: false }, 'Ana changed the family settings'],
  [{ kind: 'later' }, 'Ana changed the family'],
])('given an entry %j, then it reads "%s"', (fields, text) => {
  expect(activityText({ ...ENTRY, at, ...fields })).toBe(text);
});

it('given a family is blocked and unblocked, then the server is told and the list loaded again', async () => {
  const all = await accountStore();
  all.fake.answers['POST /api/blocks'] = () => ({ ...BLOCK, createdAt: at });
  all.fake.answers['DELETE /api/blocks/:id'] = () => null;
  all.store.dispatch(blockAdded({ familyId: 'f9' }));
  await flushPromises();
  all.fake.answers['GET /api/blocks'] = () => [];
  all.store.dispatch(blockRemoved({ id: 'b1' }));
  await flushPromises();
  expect(sent(all)).toContainEqual(['/api/blocks', { body: { familyId: 'f9' } }]);
  expect(sent(all)).toContainEqual(['/api/blocks/:id', { params: { id: 'b1' } }]);
  expect(selectBlocks(all.store.getState())).toEqual([]);
});

it('given a setting of the family is chosen, then it is sent and the families are loaded again', async () => {
  const all = await accountStore();
  all.fake.answers['PUT /api/families/:id'] = () => ({ showsEarlierMessages: true });
  all.store.dispatch(settingChosen({ familyId: 'f1', settings: { showsEarlierMessages: true } }));
  await flushPromises();
  const input = { params: { id: 'f1' }, body: { showsEarlierMessages: true } };
  expect(sent(all)).toContainEqual(['/api/families/:id', input]);
  expect(sent(all).map(([path]) => path)).toContain('/api/families');
});

it('given a registration with an invitation code, then it goes to the server and not into the state', async () => {
  const fake = fakeServices(defaultServer());
  const { store } = await startStore(fake);
  const form = {
    name: 'Bo',
    email: 'bo@example.com',
    phone: '',
    password: 'long enough',
    inviteCode: 'AB12',
  };
  store.dispatch(registerSubmitted({ ...form, confirmPassword: form.password }));
  await flushPromises();
  const { phone: _none, ...body } = form;
  const sentInput = fake.recorded.calls.find(({ path }) => path === '/api/auth/register')?.input;
  expect(sentInput).toEqual({ body });
  expect(JSON.stringify(store.getState())).not.toContain('AB12');
});
