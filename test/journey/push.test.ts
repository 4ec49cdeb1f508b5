import { connectChromiumPush } from '../support/chromiumPush';
import { eventually } from '../support/eventually';
import { createPerson, register } from './people';
import { startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.close());

/** A payload as the server sends it. */
const createPayload = (origin: string, tag: string, unlessSeen: boolean) =>
  JSON.stringify({
    notification: {
      title: 'Ben',
      body: 'Hello',
      tag,
      navigate: `${origin}/chat`,
      data: { v: 1, unlessSeen },
    },
  });

it('given pages that are open or closed, when pushes come, then each unseen one is shown once', async () => {
  const { browser, server } = environment;
  const ana = await createPerson(browser, server.origin, 'Ana', '', 'allow');
  await ana.context.grantPermissions(['notifications'], { origin: server.origin });
  await register(ana);
  const push = await connectChromiumPush(ana.context, ana.page);
  await ana.page.bringToFront();
  await push.deliver(createPayload(server.origin, 'chat:open', true));
  await push.deliver(createPayload(server.origin, 'sos:open', false));
  await eventually(push.shown, (shown) => shown.length > 0);
  await ana.page.close();
  await push.deliver(createPayload(server.origin, 'chat:closed', true));
  await push.deliver(createPayload(server.origin, 'chat:closed', true));
  await push.deliver('unreadable');
  const shown = await eventually(push.shown, (all) => all.some(({ tag }) => tag === 'kinmap'));
  expect(shown.map(({ tag }) => tag).toSorted()).toEqual(['chat:closed', 'kinmap', 'sos:open']);
});
