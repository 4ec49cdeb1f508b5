import { randomUUID } from 'node:crypto';
import type { CheckIn } from '#contract/checkIns';
import { waitUntil } from './support/socket';
import { usePushServer } from './support/useServer';

/** Check-ins on closed pages. */

const MINUTE_MS = 60_000;
const { service, server } = usePushServer();

it('given "has not arrived" could not be sent, when "has arrived" is, then the former never is', async () => {
  const { ana, bo } = await server.createFamilyOfTwo();
  const { publicKey } = (await bo.call('GET', '/api/push')).json<{ publicKey: string }>();
  await bo.call('PUT', '/api/push/device', service.subscribe(publicKey, 'Phone'));
  const dueAt = new Date(server.clock.now() + 30 * MINUTE_MS).toISOString();
  const input = { clientId: randomUUID(), placeName: 'Home', dueAt, graceMinutes: 5, shareLast: false };
  const started = await ana.call('POST', '/api/checkins', { ...input, people: [bo.id] });
  const { id } = started.json<CheckIn>();
  const texts = () => service.received.map(({ content }) => content.notification.body);
  const stateIs = (state: string) =>
    waitUntil(async () => (await ana.call('GET', '/api/checkins')).json<CheckIn[]>()[0]?.state === state);
  await waitUntil(() => texts().some((text) => text.includes('is on the way')));
  server.clock.move(31 * MINUTE_MS);
  await stateIs('asking');
  service.answerWith(503);
  server.clock.move(6 * MINUTE_MS);
  await waitUntil(() => texts().some((text) => text.includes('has not arrived')));
  const tries = texts().length;
  await ana.call('POST', `/api/checkins/${id}/end`, { how: 'arrived' });
  service.answerWith(201);
  server.clock.move(20_000);
  await waitUntil(() => texts().some((text) => text.includes('has arrived at Home')));
  await waitUntil(async () => {
    const log = (await bo.call('GET', '/api/notify/log')).json<{ kind: string; reason: string }[]>();
    return log.some(({ kind, reason }) => kind === 'checkinMissed' && reason === 'outdated');
  });
  expect(
    texts()
      .slice(tries)
      .filter((text) => text.includes('has not arrived')),
  ).toEqual([]);
});
