import { io, type Socket } from 'socket.io-client';
import { REALTIME_PATH } from '#contract/limits';
import { createFamily, type Person } from './support/people';
import { waitUntil } from './support/socket';
import { useServerPerTest } from './support/useServer';

/**
 * Clients that know only the specification: they name no device, send `sos:trigger` with three fields, acknowledge nothing,
 * and know no other event of an SOS.
 */

const { server, createPerson } = useServerPerTest({ deps: { alertTimeoutMs: 400 } });
const SOS = { latitude: 46.05, longitude: 14.5, message: 'Flat tyre' };
/** What the specification says of `sos:alert`. */
interface Alert {
  readonly userId: string;
  readonly userName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly message: string | null;
  readonly timestamp: string;
}

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.disconnect();
  open.clear();
});

async function connect({ token }: Person): Promise<{ socket: Socket; alerts: Alert[]; events: string[] }> {
  const socket = io(server.origin, {
    path: REALTIME_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  open.add(socket);
  const alerts: Alert[] = [];
  const events: string[] = [];
  socket.onAny((event: string) => events.push(event));
  socket.on('sos:alert', (alert: Alert) => alerts.push(alert));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, alerts, events };
}

async function createFamilyOfTwo(): Promise<[Person, Person]> {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  await createFamily(ana, bo);
  return [ana, bo];
}

it('given an SOS without an acknowledgement, then a client of the same kind gets the fields it knows', async () => {
  const [ana, bo] = await createFamilyOfTwo();
  const [caller, recipient] = [await connect(ana), await connect(bo)];
  caller.socket.emit('sos:trigger', SOS);
  await waitUntil(() => recipient.alerts.length === 1);
  const [alert] = recipient.alerts;
  expect(alert).toMatchObject({ ...SOS, userId: ana.id, userName: 'Ana' });
  expect(Date.parse(alert?.timestamp ?? '')).not.toBeNaN();
  expect(caller.alerts).toEqual([]);
});

it('given each press of its button, then each is an alert of its own, although the first call is open', async () => {
  const [ana, bo] = await createFamilyOfTwo();
  const [caller, recipient] = [await connect(ana), await connect(bo)];
  const replies = [await caller.socket.emitWithAck('sos:trigger', SOS)];
  await waitUntil(() => recipient.alerts.length === 1);
  replies.push(await caller.socket.emitWithAck('sos:trigger', { ...SOS, message: 'Still here' }));
  await waitUntil(() => recipient.alerts.length === 2);
  expect(replies).toMatchObject([{ ok: true }, { ok: true }]);
  expect(recipient.alerts.map(({ message }) => message)).toEqual(['Flat tyre', 'Still here']);
});

it('given a client of the app calls, then it gets the call once, and no repeat', async () => {
  const [ana, bo] = await createFamilyOfTwo();
  const phone = await ana.connect({ auth: { token: ana.token, device: 'phone' } });
  const recipient = await connect(bo);
  expect(await phone.send('sos:trigger', { ...SOS, clientId: 'c' })).toMatchObject({ ok: true });
  await waitUntil(() => recipient.alerts.length === 1);
  const repeats = async () =>
    (await server.database.selectFrom('sos').select('repeats').executeTakeFirst())?.repeats;
  server.clock.move(61_000);
  await waitUntil(async () => (await repeats()) === 1);
  expect(recipient.alerts).toMatchObject([SOS]);
});

it('given it was not connected, then it gets the SOS when it connects, and not again', async () => {
  const [ana, bo] = await createFamilyOfTwo();
  await (await connect(ana)).socket.emitWithAck('sos:trigger', SOS);
  const first = await connect(bo);
  await waitUntil(() => first.alerts.length === 1);
  await waitUntil(
    async () => (await server.database.selectFrom('notice_devices').selectAll().execute()).length === 1,
  );
  first.socket.disconnect();
  const second = await connect(bo);
  await second.socket.emitWithAck('location:update', { latitude: 46, longitude: 14 });
  expect(second.alerts).toEqual([]);
});
