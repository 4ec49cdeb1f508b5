import type { InboxAlert } from '#contract/inbox';
import { createSos } from '../../support/builders';
import { type FakeServices, fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, startStore } from '../../support/signedInStore';

beforeAll(() => import('#client/app/laterSagas'));

const sosIn = (id: string, read: boolean): InboxAlert => ({
  id,
  kind: 'sos',
  at: '2026-05-01T11:59:00.000Z',
  reportedAt: '2026-05-01T11:59:00.000Z',
  late: false,
  read,
  payload: { ...createSos({ id: `s${id}` }), repeat: 0 },
});

/** A device that shows notifications from when no page was open, and whose page opens now. */
async function openPage(shown: string[], inbox: { alerts: InboxAlert[]; unread: number }) {
  const fake = fakeServices(defaultServer());
  fake.stored.set('token', 'the-token');
  fake.answers['GET /api/alerts'] = () => inbox;
  await show(fake, shown);
  const running = await startStore(fake);
  fake.emitSignal('connected');
  await flushPromises();
  return running;
}

async function show({ services }: FakeServices, tags: string[]) {
  const push = await services.loadPush();
  for (const tag of tags) await push.show({ title: '', text: '', tag, path: '/' });
}

const tagsOn = ({ recorded }: FakeServices) => recorded.notifications.map(({ tag }) => tag);

describe('the notifications that a device shows', () => {
  it('given alerts that were read or cleared elsewhere, when a page opens, then theirs are closed', async () => {
    const { fake } = await openPage(['sos:s1', 'sos:s2', 'fence:ben:home', 'chat:f1', 'kinmap'], {
      alerts: [sosIn('2', false), sosIn('1', true)],
      unread: 1,
    });
    expect(tagsOn(fake)).toEqual(['sos:s2', 'chat:f1', 'kinmap']);
  });

  it('given a notification that comes while the inbox is on its way, then it stays', async () => {
    let answer: () => void = () => undefined;
    const fake = fakeServices(defaultServer());
    fake.stored.set('token', 'the-token');
    fake.answers['GET /api/alerts'] = () =>
      new Promise((resolve) => (answer = () => resolve({ alerts: [], unread: 0 })));
    await show(fake, ['sos:s1']);
    await startStore(fake);
    fake.emitSignal('connected');
    await flushPromises();
    await show(fake, ['sos:s2']);
    answer();
    await flushPromises();
    expect(tagsOn(fake)).toEqual(['sos:s2']);
  });

  it('given more unread alerts than the page loads, then only those known to be read are closed', async () => {
    const { fake } = await openPage(['sos:s1', 'sos:s9'], { alerts: [sosIn('1', true)], unread: 1 });
    expect(tagsOn(fake)).toEqual(['sos:s9']);
  });

  it('given an open page, when another device clears all alerts, then their notifications are closed', async () => {
    const inbox = { alerts: [sosIn('2', false), sosIn('1', false)], unread: 2 };
    const { fake } = await openPage(['sos:s1', 'sos:s2', 'chat:f1'], inbox);
    expect(tagsOn(fake)).toHaveLength(3);
    Object.assign(inbox, { alerts: [], unread: 0 });
    fake.receive('alerts:cleared', { upTo: '2' });
    await flushPromises();
    expect(tagsOn(fake)).toEqual(['chat:f1']);
  });
});
