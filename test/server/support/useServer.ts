import { closeSockets } from './socket';
import { closeTestServers, startTestServer, type TestServer, UNLIMITED } from './startTestServer';

/** A server that runs during the tests of a file, and what most of them begin with. */
export interface ServerFixture extends Pick<
  TestServer,
  'createPerson' | 'createFamilyOfTwo' | 'connectFamilyOfTwo'
> {
  /** Stands for the server that runs now. */
  readonly server: TestServer;
}

/** Starts a server before the tests of this file, or before each of them, and closes it with its sockets. */
export function useServer(options = UNLIMITED, lifetime: 'file' | 'test' = 'file'): ServerFixture {
  let running: TestServer;
  (lifetime === 'file' ? beforeAll : beforeEach)(async () => {
    running = await startTestServer(options);
  });
  afterEach(closeSockets);
  (lifetime === 'file' ? afterAll : afterEach)(closeTestServers);
  return {
    server: new Proxy({} as TestServer, { get: (_none, name) => Reflect.get(running, name) as unknown }),
    createPerson: (name) => running.createPerson(name),
    createFamilyOfTwo: () => running.createFamilyOfTwo(),
    connectFamilyOfTwo: () => running.connectFamilyOfTwo(),
  };
}

/** The same with a server for each test. */
export const useServerPerTest = (options = UNLIMITED): ServerFixture => useServer(options, 'test');
