import { newVapidKey } from '#server/vapidKey';
import { type MailServer, startMailServer } from '../../support/mailServer';
import { type PushServiceDouble, startPushService } from './pushService';
import { closeSockets } from './socket';
import {
  closeTestServers,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  UNLIMITED,
} from './startTestServer';

/** A server that runs during the tests of a file, and what most of them begin with. */
export interface ServerFixture extends Pick<
  TestServer,
  'createPerson' | 'createFamilyOfTwo' | 'connectFamilyOfTwo'
> {
  /** Forwards to the server of the running test. */
  readonly server: TestServer;
}

/** Gives the object that `current` returns at each access, so that tests can destructure what a hook creates later. */
function forwardTo<Target extends object>(current: () => Target): Target {
  return new Proxy({} as Target, { get: (_none, name) => Reflect.get(current(), name) as unknown });
}

/** Starts a server before the tests of this file, or before each of them, and closes it with its sockets. */
export function useServer(
  options: TestServerOptions | (() => TestServerOptions) = UNLIMITED,
  lifetime: 'file' | 'test' = 'file',
): ServerFixture {
  let running: TestServer;
  (lifetime === 'file' ? beforeAll : beforeEach)(async () => {
    running = await startTestServer(typeof options === 'function' ? options() : options);
  });
  afterEach(closeSockets);
  (lifetime === 'file' ? afterAll : afterEach)(closeTestServers);
  return {
    server: forwardTo(() => running),
    createPerson: (name) => running.createPerson(name),
    createFamilyOfTwo: () => running.createFamilyOfTwo(),
    connectFamilyOfTwo: () => running.connectFamilyOfTwo(),
  };
}

/** The same with a server for each test. */
export const useServerPerTest = (options = UNLIMITED): ServerFixture => useServer(options, 'test');

/** Starts a mail server, and a server that sends through it, before each test. */
export function useMailServer(): { readonly mails: MailServer; readonly server: TestServer } {
  let running: MailServer;
  beforeEach(async () => {
    running = await startMailServer();
  });
  const { server } = useServer(() => ({ env: running.settings }), 'test');
  afterEach(() => running.close());
  return { mails: forwardTo(() => running), server };
}

/**
 * Starts a push service, and a server without rate limits that sends through it, for the tests of a file. Before each test
 * the service has received nothing and takes every push.
 */
export function usePushServer(): { readonly service: PushServiceDouble; readonly server: TestServer } {
  let running: PushServiceDouble;
  beforeAll(async () => {
    running = await startPushService();
  });
  const { server } = useServer(() => ({
    env: {
      RATE_LIMITS: 'off',
      VAPID_PRIVATE_KEY: newVapidKey(),
      VAPID_SUBJECT: 'mailto:admin@example.com',
      PUSH_SERVICES: running.origin,
    },
  }));
  beforeEach(() => {
    running.answerWith(201);
    running.received.splice(0);
  });
  afterAll(() => running.close());
  return { service: forwardTo(() => running), server };
}
