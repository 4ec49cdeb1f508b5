import { type MailServer, startMailServer } from '../../support/mailServer';
import { closeSockets } from './socket';
import { closeTestServers, startTestServer, type TestServer } from './startTestServer';

/** For each test a mail server, and a server that sends through it. Both stand for those that run now. */
export function useMailServer(): { readonly mails: MailServer; readonly server: TestServer } {
  let mails: MailServer;
  let server: TestServer;
  beforeEach(async () => {
    mails = await startMailServer();
    server = await startTestServer({ env: mails.settings });
  });
  afterEach(async () => {
    closeSockets();
    await closeTestServers();
    await mails.close();
  });
  return {
    mails: new Proxy({} as MailServer, { get: (_none, name) => Reflect.get(mails, name) as unknown }),
    server: new Proxy({} as TestServer, { get: (_none, name) => Reflect.get(server, name) as unknown }),
  };
}
