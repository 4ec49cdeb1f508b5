import type { Page, WebSocketRoute } from 'playwright-core';
import { type Person, createPerson, signIn } from './people';
import { createPushFamily, type PushFamily } from './pushFamily';
import { startEnvironment, type TestEnvironment } from './environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
let family: PushFamily;
/** Two devices of Ana. */
let tablet: Person;
let laptop: Person;
let laptopNetwork: Network;

beforeAll(async () => {
  environment = await startEnvironment();
  const { browser, server } = environment;
  family = await createPushFamily(server.origin);
  tablet = await createPerson(browser, server.origin, 'Ana');
  laptop = await createPerson(browser, server.origin, 'Ana');
  laptopNetwork = await controlNetwork(laptop.page);
  for (const device of [tablet, laptop]) {
    await signIn(device);
    await device.page.getByRole('button', { name: 'Family members' }).waitFor();
  }
});
afterAll(async () => {
  family.ben.close();
  await environment.close();
});

interface Network {
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Takes the network from a page that is open. Chromium's own switch leaves open WebSockets alone. */
async function controlNetwork(page: Page): Promise<Network> {
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/socket\.io/u, (socket) => {
    socket.connectToServer();
    open.add(socket);
  });
  return {
    async cut() {
      await page.context().setOffline(true);
      for (const socket of open) await socket.close();
      open.clear();
    },
    mend: () => page.context().setOffline(false),
  };
}

const calls = ({ page }: Person) => page.getByRole('group', { name: /triggered an SOS alert/u });

it('given one of two devices is offline, when an SOS comes, then both show it once', async () => {
  await laptopNetwork.cut();
  await laptop.page.getByText(/^You are offline/u).waitFor();
  await family.ben.callForHelp({ latitude: 46.05, longitude: 14.5, message: 'Flat tyre' });
  await calls(tablet).waitFor();
  expect(await calls(laptop).count()).toBe(0);
  await laptopNetwork.mend();
  await calls(laptop).waitFor();
  await laptop.page.reload();
  await calls(laptop).waitFor();
  expect([await calls(tablet).count(), await calls(laptop).count()]).toEqual([1, 1]);
});

it('given both show it, when one dismisses it, then it is gone on the other as well', async () => {
  await calls(tablet).getByRole('button', { name: 'Dismiss' }).click();
  const pressed = Date.now();
  // It goes by the event, which takes milliseconds; the list of alerts that is loaded now and then would be later.
  await calls(laptop).waitFor({ state: 'detached', timeout: 20_000 });
  process.stdout.write(`SOS from dismissal to the other device: ${Date.now() - pressed} ms\n`);
  await laptop.page.reload();
  await laptop.page.getByRole('button', { name: 'Family members' }).waitFor();
  await laptop.page.goto('/alerts-settings');
  await laptop.page.getByRole('tab', { name: 'Alerts' }).click();
  await laptop.page.getByText(/Ben triggered an SOS alert/u).waitFor();
  expect(await calls(laptop).count()).toBe(0);
});

it('given an offline device, when the SOS is seen on the other, then it never shows here', async () => {
  await laptopNetwork.cut();
  await laptop.page.getByText(/^You are offline/u).waitFor();
  await family.ben.callForHelp({ latitude: 46.05, longitude: 14.5, message: 'Again', clientId: 'again' });
  // The banner goes before the server knows, which would send the laptop an unread SOS until then.
  const stored = tablet.page.waitForResponse(/\/api\/alerts\/read$/u);
  await calls(tablet).getByRole('button', { name: 'Dismiss' }).click();
  await calls(tablet).waitFor({ state: 'detached' });
  await stored;
  await laptopNetwork.mend();
  await laptop.page.getByText(/^You are offline/u).waitFor({ state: 'detached' });
  await laptop.page.getByRole('button', { name: /Ben triggered an SOS alert.*Again|Again/u }).waitFor();
  expect(await calls(laptop).count()).toBe(0);
});
