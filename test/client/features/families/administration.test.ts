import {
  blockRequested,
  unblockRequested,
  settingChosen,
} from '#client/features/families/administration/slice';
import { activityText } from '#client/features/families/administration/activityText';
import { selectActivity, selectBlocks } from '#client/features/families/administration/selectors';
import { accountOpened } from '#client/store/pageActions';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const at = '2026-05-01T11:00:00.000Z';
const ENTRY = { id: 'e1', kind: 'code', userId: 'ana', userName: 'Ana', byId: null, byName: null, at };
const BLOCK = { id: 'b1', familyId: 'f9', userId: null, name: 'The Novaks', createdAt: at };

/** A store with the account page open. */
async function accountStore() {
  const all = await signedInStore((fake) => {
    Object.assign(fake.answers, {
      'GET /api/families/:id/activity': () => ({ entries: [ENTRY] }),
      'GET /api/blocks': () => [BLOCK],
    });
  });
  await all.perform(accountOpened());
  // The page's sagas load first.
  await flushPromises();
  all.fake.recorded.calls.length = 0;
  return all;
}
const calls = ({ fake }: Awaited<ReturnType<typeof accountStore>>) =>
  fake.recorded.calls.map(({ path, input }) => [path, input]);

it('given the account page, then it shows the activity of the selected family and the blocks', async () => {
  const { store } = await accountStore();
  expect(selectActivity(store.getState())).toEqual([ENTRY]);
  expect(selectBlocks(store.getState())).toEqual([BLOCK]);
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
  expect(activityText({ ...ENTRY, ...fields })).toBe(text);
});

it('given a family is blocked and unblocked, then the server is called and the list is loaded again', async () => {
  const all = await accountStore();
  all.fake.answers['POST /api/blocks'] = () => BLOCK;
  all.fake.answers['DELETE /api/blocks/:id'] = () => null;
  await all.perform(blockRequested({ familyId: 'f9' }));
  all.fake.answers['GET /api/blocks'] = () => [];
  await all.perform(unblockRequested({ id: 'b1' }));
  expect(calls(all)).toContainEqual(['/api/blocks', { body: { familyId: 'f9' } }]);
  expect(calls(all)).toContainEqual(['/api/blocks/:id', { params: { id: 'b1' } }]);
  expect(selectBlocks(all.store.getState())).toEqual([]);
});

it('given a setting of the family is chosen, then it is sent and the families are loaded again', async () => {
  const all = await accountStore();
  all.fake.answers['PUT /api/families/:id'] = () => ({ showsEarlierMessages: true });
  await all.perform(settingChosen({ familyId: 'f1', settings: { showsEarlierMessages: true } }));
  const input = { params: { id: 'f1' }, body: { showsEarlierMessages: true } };
  expect(calls(all)).toContainEqual(['/api/families/:id', input]);
  expect(calls(all).map(([path]) => path)).toContain('/api/families');
});
