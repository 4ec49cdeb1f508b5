import { createSocket } from '#client/services/socket';
import { createCrossing, createMessage } from '../support/builders';
import { flushPromises } from '../support/fakeServices';

type Listener = (...values: unknown[]) => void;
const listeners = new Map<string, Listener>();
const mockAcknowledge = jest.fn<unknown, []>();

jest.mock('socket.io-client', () => ({
  io: () => ({
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    disconnect: () => undefined,
    connected: true,
    timeout: () => ({ emitWithAck: async () => mockAcknowledge() }),
  }),
}));

async function openSocket(isPageShown = true) {
  const failures: string[] = [];
  const log = { info: () => undefined, failure: (what: unknown) => void failures.push(String(what)) };
  const socket = createSocket(
    'https://kinmap.example',
    { id: () => 'phone', isShown: () => isPageShown },
    log,
  );
  socket.open();
  await flushPromises();
  return { socket, failures };
}

const arrives = (event: string, ...values: unknown[]) => listeners.get(event)?.(...values);

describe('events that we send', () => {
  const other = (message: string) => ({ code: 'server', params: { message } });
  const named = { code: 'message_too_long', params: { max: 4_000 } };
  it.each([
    [
      { error: 'Too long', ...named },
      { name: 'EmitRefused', reason: named },
    ],
    [{ error: 'Too long' }, { name: 'EmitRefused', reason: other('Too long') }],
    [
      { error: 'Busy', code: 7 },
      { name: 'EmitRefused', reason: other('Busy') },
    ],
    [
      { error: 'Busy', retryAfter: 2, code: 'server_busy' },
      { name: 'EmitPostponed', reason: { code: 'server_busy' }, waitMs: 2_000 },
    ],
  ])('given the acknowledgement %j, then its reason is kept', async (reply, failure) => {
    const { socket } = await openSocket();
    mockAcknowledge.mockReturnValue(reply);
    const sent = socket.emit('message:send', { content: 'x', familyId: 'f1' });
    await expect(sent).rejects.toMatchObject(failure);
  });
});

describe('events that the server stores until delivery', () => {
  it('given a handler, then the event is acknowledged once, after the handler has run', async () => {
    const { socket } = await openSocket();
    const order: string[] = [];
    socket.on('geofence:entered', ({ geofenceName }) => order.push(geofenceName));
    arrives('geofence:entered', createCrossing(), () => order.push('acknowledged'));
    expect(order).toEqual(['School', 'acknowledged']);
  });

  it('given no handler or a malformed event, then it is not acknowledged', async () => {
    const { socket, failures } = await openSocket();
    const received = jest.fn();
    arrives('sos:alert', { nonsense: true }, received);
    arrives('geofence:exited', createCrossing(), received);
    const stop = socket.on('geofence:exited', () => undefined);
    stop();
    arrives('geofence:exited', createCrossing(), received);
    expect(received).not.toHaveBeenCalled();
    expect(failures).toEqual(['A malformed sos:alert was ignored:']);
  });

  it('given a server without acknowledgements, then the event is still handled', async () => {
    const { socket } = await openSocket();
    const taken = jest.fn();
    socket.on('geofence:entered', taken);
    arrives('geofence:entered', createCrossing());
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])(
    'given a page with visibility %j, then the server learns whether it is shown',
    async (shown) => {
      const { socket } = await openSocket(shown);
      const received = jest.fn();
      socket.on('message:received', () => undefined);
      arrives('message:received', createMessage(1), received);
      expect(received.mock.calls).toEqual([[{ shown }]]);
    },
  );
});
