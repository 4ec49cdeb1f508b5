import {
  type ChatRoom,
  allSent,
  bubble,
  expectComplete,
  openChat,
  openChatRoom,
  write,
  writeMany,
} from './chatRoom';
import type { Person } from './people';

jest.setTimeout(180_000);

let room: ChatRoom;
let ana: Person;
let ben: Person;
let cleo: Person;

beforeAll(async () => {
  room = await openChatRoom();
  ({ ana, ben, cleo } = room);
  await Promise.all([ana, ben, cleo].map(openChat));
});
afterAll(() => room?.environment.close());

describe('three members, each in a browser of their own', () => {
  it('given the network is cut during 200 messages, then every client has each once, in order', async () => {
    const writing = writeMany(ana, 'cut', 200);
    await ben.page.waitForTimeout(300);
    await ana.context.setOffline(true);
    await writing;
    await writeMany(ben, 'meanwhile', 60);
    await bubble(ana.page, 'cut 199.').waitFor();
    await ana.page.getByText('Waiting for the network').first().waitFor();
    await ana.page.getByText('You are offline. What you write is sent later.').waitFor();
    await ana.context.setOffline(false);
    for (const person of [ana, ben]) await allSent(person);
    await expectComplete(room, { cut: 200, meanwhile: 60 }, [ana, ben, cleo]);
  });

  it('given the server is killed during 1,000 messages, then every client has each once, in order', async () => {
    const writing = Promise.all([
      writeMany(ana, 'kill-a', 400),
      writeMany(ben, 'kill-b', 300),
      writeMany(cleo, 'kill-c', 300),
    ]);
    await ana.page.waitForTimeout(1_500);
    await room.environment.server.kill9();
    await ana.page.waitForTimeout(1_000);
    await room.environment.startServerAgain();
    await writing;
    for (const person of [ana, ben, cleo]) await allSent(person);
    await expectComplete(room, { 'kill-a': 400, 'kill-b': 300, 'kill-c': 300 }, [ana, ben, cleo]);
  });

  it('given a reload with unsent messages, then they are shown again and sent', async () => {
    await room.environment.server.kill9();
    await ana.page.getByText('Connection lost').waitFor();
    await write(ana, 'written without a server');
    await room.environment.startServerAgain();
    await ana.page.reload();
    await bubble(ben.page, 'written without a server').waitFor();
    await allSent(ana);
    expect((await room.storedTexts()).filter((text) => text === 'written without a server')).toHaveLength(1);
  });

  it('given a sign-out in another tab with an unsent message, then no chat data stays on the device', async () => {
    const other = await ana.context.newPage();
    await other.goto('/chat');
    await ana.context.setOffline(true);
    await write(ana, 'never sent');
    await bubble(other, 'never sent').waitFor();
    await other.evaluate(() => localStorage.removeItem('token'));
    await ana.page.getByLabel('Email address').waitFor();
    const left = await ana.page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('outbox:')),
    );
    expect(left).toEqual([]);
    await ana.context.setOffline(false);
  });
});
