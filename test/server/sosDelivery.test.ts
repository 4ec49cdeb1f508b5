import { SosAck, SosCall, SosDetails } from '#contract/sos';
import { hasPageShown } from './support/notices';
import { parseAnswer, parseError, type Person } from './support/people';
import type { ReceivedPush } from './support/pushService';
import { flushSockets, openSocket, waitUntil } from './support/socket';
import { severalPolls, startTestServer } from './support/startTestServer';
import { usePushServer } from './support/useServer';

/** Calls for help on closed pages: what is sent, answered on a notification, and how people were reached. */

const HERE = { latitude: 46.05, longitude: 14.5 };
const MINUTE = 60_000;
const { service, server } = usePushServer();

async function addDevice(person: Person): Promise<void> {
  const { publicKey } = (await person.call('GET', '/api/push')).json<{ publicKey: string }>();
  const answer = await person.call('PUT', '/api/push/device', service.subscribe(publicKey, 'Phone'));
  expect(answer.statusCode).toBe(200);
}

/** Ana has called Bo, who has a phone that gets pushes. */
async function callWithPhone({ message = 'I fell', hasAnaPhone = false } = {}) {
  const { ana, bo, id: familyId } = await server.createFamilyOfTwo();
  await addDevice(bo);
  if (hasAnaPhone) await addDevice(ana);
  const tab = await ana.connect({ auth: { token: ana.token, device: 'phone' } });
  const { id } = SosAck.parse(await tab.send('sos:trigger', { ...HERE, message }));
  const [push] = await pushes(id, 1);
  // Otherwise a clock that moves ends the lease, and the push is sent again.
  await waitUntil(async () => (await read(ana, id ?? '')).people[0]?.reached[0]?.state === 'handedOver');
  return { ana, bo, familyId, tab, id: id ?? '', push: push as ReceivedPush };
}

/** The pushes about one call; those about others come late sometimes. */
const pushesOf = (id: string | null) =>
  service.received.filter((push) => shown(push).tag.startsWith(`sos:${id}`));

async function pushes(id: string | null, count: number): Promise<ReceivedPush[]> {
  await waitUntil(() => pushesOf(id).length >= count);
  expect(pushesOf(id)).toHaveLength(count);
  return pushesOf(id);
}
async function hasDropped(person: Person, kind: string, reason: string): Promise<boolean> {
  const log = (await person.call('GET', '/api/notify/log')).json<{ kind: string; reason: string }[]>();
  return log.some((entry) => entry.kind === kind && entry.reason === reason);
}
const shown = ({ content }: ReceivedPush) => content.notification;
const byReceipt = (receipt: unknown, answer: string) =>
  server.app.inject({ method: 'POST', url: '/api/sos/answers', payload: { receipt, answer } });
const read = async (person: Person, id: string) =>
  parseAnswer(SosDetails, await person.call('GET', `/api/sos/${id}`));

it('given an SOS, then its push offers answers, and one of them is answered with its receipt', async () => {
  const { ana, bo, id, push } = await callWithPhone({ hasAnaPhone: true });
  expect(shown(push)).toMatchObject({
    title: 'SOS from Ana',
    body: 'I fell',
    tag: `sos:${id}`,
    data: { answers: ['coming', 'call'], unlessSeen: false },
  });
  expect(shown(push).navigate).toMatch(new RegExp(`/sos/${id}$`, 'u'));
  const { receipt } = shown(push).data;
  const { statusCode, body } = await byReceipt(receipt, 'coming');
  expect([statusCode, body]).toEqual([204, '']);
  expect((await read(ana, id)).people).toMatchObject([{ userId: bo.id, answer: 'coming' }]);
  const [, answered] = await pushes(id, 2);
  expect(answered && shown(answered)).toMatchObject({
    title: 'Kinmap',
    body: 'Bo is on the way',
    tag: `sos:${id}:${bo.id}`,
    data: { answers: [], unlessSeen: true },
  });
  await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' });
  const over = await byReceipt(receipt, 'call');
  expect(parseError(over)).toEqual([409, 'The SOS is over']);
  const unknown = await byReceipt('a'.repeat(22), 'coming');
  expect([unknown.statusCode, unknown.body]).toEqual([204, '']);
});

it('given a device that was signed out, or removed by its owner, then what it was sent answers nothing', async () => {
  for (const end of [
    (bo: Person) => bo.call('POST', '/api/auth/sign-out'),
    async (bo: Person) => {
      const { devices } = (await bo.call('GET', '/api/push')).json<{ devices: { id: string }[] }>();
      return bo.call('DELETE', `/api/push/devices/${devices[0]?.id}`);
    },
  ]) {
    const { ana, bo, id, push } = await callWithPhone();
    expect((await end(bo)).statusCode).toBe(204);
    const { receipt } = shown(push).data;
    const { statusCode, body } = await byReceipt(receipt, 'coming');
    expect([statusCode, body]).toEqual([204, '']);
    const confirmed = { receipt, shown: true };
    await server.app.inject({ method: 'POST', url: '/api/push/receipts', payload: confirmed });
    expect((await read(ana, id)).people).toMatchObject([
      { userId: bo.id, answer: null, reached: [{ how: 'push', state: 'handedOver' }] },
    ]);
  }
});

it('given no answer, then the push is repeated with the time, and the all-clear takes its place', async () => {
  const { ana, bo, id, push } = await callWithPhone();
  await bo.call('PUT', '/api/notify/settings', {
    quiet: { from: 0, to: 0 },
    timeZone: 'Europe/Ljubljana',
    privateText: false,
    messages: true,
  });
  server.clock.move(MINUTE);
  const repeat = (await pushes(id, 2))[1] as ReceivedPush;
  expect(shown(repeat)).toMatchObject({ title: 'SOS from Ana', tag: `sos:${id}` });
  expect(shown(repeat).body).toMatch(/^Ana still needs help \(since \d\d:\d\d\)\.$/u);
  await ana.call('POST', `/api/sos/${id}/close`, { ending: 'falseAlarm' });
  const end = (await pushes(id, 3))[2] as ReceivedPush;
  expect(shown(end)).toMatchObject({
    body: 'False alarm from Ana. The SOS is over.',
    tag: `sos:${id}`,
    data: { answers: [], unlessSeen: false },
  });
  expect([repeat, end].map(({ headers }) => headers['topic'])).toEqual([
    push.headers['topic'],
    push.headers['topic'],
  ]);
});

it('given a call that is over before it could be sent, then only the all-clear is', async () => {
  const { ana, bo } = await server.createFamilyOfTwo();
  await addDevice(bo);
  service.answerWith(503);
  const tab = await ana.connect();
  const { id } = SosAck.parse(await tab.send('sos:trigger', HERE));
  await pushes(id, 1);
  service.answerWith(201);
  await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' });
  server.clock.move(10_000);
  await waitUntil(() => pushesOf(id).some((push) => shown(push).body.includes('is over')));
  await waitUntil(() => hasDropped(bo, 'sos', 'outdated'));
  expect(pushesOf(id).filter((push) => shown(push).title === 'SOS from Ana')).toHaveLength(1);
});

it('given an answer that a page of the caller shows, then it is not pushed; the all-clear is', async () => {
  const { ana, bo, tab, id } = await callWithPhone({ hasAnaPhone: true });
  await ana.connect({ auth: { token: ana.token, device: 'tablet' } }, 'shown');
  const bosTab = await bo.connect({ auth: { token: bo.token, device: 'tab' } }, 'shown');
  await bo.call('POST', `/api/sos/${id}/answers`, { answer: 'coming' });
  expect(await tab.waitForEvent('sos:answered')).toMatchObject({ id, userId: bo.id, answer: 'coming' });
  await waitUntil(() => hasPageShown(server.database, ana.id));
  server.clock.move(3_000);
  await waitUntil(() => hasDropped(ana, 'sosAnswer', 'shown'));
  await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' });
  expect(await bosTab.waitForEvent('sos:ended')).toMatchObject({ id, userId: ana.id, ending: 'safe' });
  const [, end] = await pushes(id, 2);
  expect(end && shown(end).body).toBe('Ana is safe. The SOS is over.');
});

it('given the caller has quiet hours, then an answer is pushed all the same', async () => {
  const { ana, bo, id } = await callWithPhone({ hasAnaPhone: true });
  const quiet = { from: 0, to: 0 };
  const settings = { quiet, timeZone: 'UTC', privateText: false, messages: true };
  await ana.call('PUT', '/api/notify/settings', settings);
  await bo.call('POST', `/api/sos/${id}/answers`, { answer: 'coming' });
  server.clock.move(3_000);
  const [, answer] = await pushes(id, 2);
  expect(answer && shown(answer).body).toBe('Bo is on the way');
});

it('given pages and devices, then people and log say how each was reached, and the caller sees it change', async () => {
  const { ana, bo, id, push, tab } = await callWithPhone();
  const bosTab = await bo.connect({ auth: { token: bo.token, device: 'tab' } }, 'shown');
  await bosTab.waitForEvent('sos:alert');
  const { receipt } = shown(push).data;
  await server.app.inject({
    method: 'POST',
    url: '/api/push/receipts',
    payload: { receipt, shown: true },
  });
  await waitUntil(() =>
    tab.received.some(([event, payload]) => {
      const reached = event === 'sos:changed' ? SosCall.parse(payload).people[0]?.reached : [];
      return reached?.length === 2 && reached.every(({ state }) => state === 'shown');
    }),
  );
  const { log } = await read(ana, id);
  expect(log.filter(({ what }) => what === 'reached').map(({ userId, detail }) => [userId, detail])).toEqual(
    expect.arrayContaining([
      [bo.id, 'push.shown'],
      [bo.id, 'app.shown'],
    ]),
  );
});

it('given a member without a page or a device, then the log says that they were not reached', async () => {
  const { ana, bo } = await server.createFamilyOfTwo();
  const { id } = SosAck.parse(await (await ana.connect()).send('sos:trigger', HERE));
  server.clock.move(10_000);
  expect((await read(ana, id ?? '')).log).toMatchObject([
    { what: 'called' },
    { what: 'notReached', userId: bo.id, detail: 'noAlerts' },
  ]);
});

it('given a server that was down when repeats were due, then the next one repeats once at its start', async () => {
  const first = await startTestServer({ env: { RATE_LIMITS: 'off' } });
  const { ana, bo } = await first.createFamilyOfTwo();
  const tab = await ana.connect({ auth: { token: ana.token, device: 'phone' } });
  const { id } = SosAck.parse(await tab.send('sos:trigger', HERE));
  await first.close();
  const ahead = { now: () => Date.now() + 30 * MINUTE };
  const next = await startTestServer({
    dataDir: first.dataDir,
    env: { RATE_LIMITS: 'off' },
    deps: { clock: ahead },
  });
  const back = await openSocket(next.origin, bo.token, { auth: { token: bo.token, device: 'phone' } });
  const repeats = () =>
    back.received.filter(
      ([event, alert]) => event === 'sos:alert' && (alert as { repeat: number }).repeat === 1,
    );
  await waitUntil(() => repeats().length === 1);
  await severalPolls();
  await flushSockets(back);
  expect(repeats()).toMatchObject([['sos:alert', { id, repeat: 1 }]]);
});

it('given an overloaded server and an address that called too often, then an SOS is answered and ended', async () => {
  let isTooHigh = false;
  const busy = await startTestServer({
    deps: { load: { isTooHigh: () => isTooHigh, stop: () => undefined } },
  });
  const { ana, bo } = await busy.createFamilyOfTwo();
  const { id } = SosAck.parse(await (await ana.connect()).send('sos:trigger', HERE));
  for (let call = 0; call < 1_200; call += 1) await busy.app.inject({ url: '/api/nothing' });
  expect((await bo.call('GET', `/api/sos/${id}`)).statusCode).toBe(429);
  isTooHigh = true;
  expect((await bo.call('POST', `/api/sos/${id}/answers`, { answer: 'coming' })).statusCode).toBe(200);
  const receipt = { receipt: 'a'.repeat(22), answer: 'coming' };
  const answered = await busy.app.inject({ method: 'POST', url: '/api/sos/answers', payload: receipt });
  expect(answered.statusCode).toBe(204);
  expect((await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' })).statusCode).toBe(200);
});

it('given answers that change without end, then a person’s own limit ends them, and no one else’s', async () => {
  const limited = await startTestServer();
  const { ana, bo } = await limited.createFamilyOfTwo();
  const { id } = SosAck.parse(await (await ana.connect()).send('sos:trigger', HERE));
  const answer = async (said: string) =>
    (await bo.call('POST', `/api/sos/${id}/answers`, { answer: said })).statusCode;
  for (let round = 0; round < 15; round += 1)
    expect([await answer('coming'), await answer('coming'), await answer('call')]).toEqual([200, 200, 200]);
  expect([await answer('safe'), await answer('call')]).toEqual([429, 200]);
  const { length } = (await read(ana, id ?? '')).log.filter(({ what }) => what === 'answered');
  expect(length).toBe(30);
  expect((await ana.call('POST', `/api/sos/${id}/close`, { ending: 'safe' })).statusCode).toBe(200);
});
