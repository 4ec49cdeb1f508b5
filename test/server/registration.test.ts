import { callAs, createFamily, parseError, PASSWORD } from './support/people';
import { closeTestServers, startTestServer, type TestServer } from './support/startTestServer';

afterEach(closeTestServers);

let count = 0;
function register(server: TestServer, body: object = {}) {
  count += 1;
  const account = { name: 'Bo', email: `new${count}@example.com`, password: PASSWORD };
  return callAs(server.app, undefined, 'POST', '/api/auth/register', { ...account, ...body });
}
const serverWith = (REGISTRATION: string) => startTestServer({ env: { REGISTRATION } });
const closed = [403, 'This server takes no new accounts'];
const unknown = [404, 'No family has this invitation code'];
const registrationOnPage = async ({ app }: TestServer) =>
  /&quot;registration&quot;:&quot;(\w+)&quot;/u.exec((await app.inject({ url: '/register' })).body)?.[1];

describe('REGISTRATION', () => {
  it('given closed, then the first account is made and no other', async () => {
    const server = await serverWith('closed');
    expect(await registrationOnPage(server)).toBe('open');
    const ana = await server.createPerson('Ana');
    const { inviteCode } = await createFamily(ana);
    expect(await registrationOnPage(server)).toBe('closed');
    expect(parseError(await register(server))).toEqual(closed);
    expect(parseError(await register(server, { inviteCode }))).toEqual(closed);
  });

  it('given closed and two first accounts at once, then one is made', async () => {
    const server = await serverWith('closed');
    const answers = await Promise.all([register(server), register(server)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  it('given invite, then a valid code of a family is needed, and it does not join the family', async () => {
    const server = await serverWith('invite');
    const ana = await server.createPerson('Ana');
    const { id, inviteCode } = await createFamily(ana);
    expect(await registrationOnPage(server)).toBe('invite');
    expect(parseError(await register(server))).toEqual([400, 'Invitation Code is required']);
    expect(parseError(await register(server, { inviteCode: 'WRONG00000' }))).toEqual(unknown);
    const typed = `${inviteCode.slice(0, 5)}-${inviteCode.slice(5).toLowerCase()}`;
    expect((await register(server, { inviteCode: typed })).statusCode).toBe(201);
    const [family] = (await ana.call('GET', '/api/families')).json<{ members: object[] }[]>();
    expect(family).toMatchObject({ id, members: [{ id: ana.id }] });
  });

  it('given invite and 30 wrong codes from one address, then even a right one gets 429', async () => {
    const server = await serverWith('invite');
    const { inviteCode } = await createFamily(await server.createPerson('Ana'));
    for (let guess = 0; guess < 29; guess += 1)
      await callAs(server.app, undefined, 'POST', '/api/invite-preview', { inviteCode: 'WRONG00000' });
    expect(parseError(await register(server, { inviteCode: 'WRONG00000' }))).toEqual(unknown);
    expect((await register(server, { inviteCode })).statusCode).toBe(429);
  });

  it('given open, then no code is needed, and a given one is not looked at', async () => {
    const server = await serverWith('open');
    expect(await registrationOnPage(server)).toBe('open');
    for (const body of [{}, {}, { inviteCode: 'WRONG00000' }])
      expect((await register(server, body)).statusCode).toBe(201);
  });
});

describe('the preview of an invitation', () => {
  const preview = ({ app }: TestServer, inviteCode: string) =>
    callAs(app, undefined, 'POST', '/api/invite-preview', { inviteCode });

  it('given a code, then it has the name of the family and how many are in it, and nothing else', async () => {
    const server = await startTestServer();
    const { inviteCode } = await server.createFamilyOfTwo();
    expect((await preview(server, ` ${inviteCode.toLowerCase()}`)).json()).toEqual({
      familyName: 'Home',
      members: 2,
    });
    expect(parseError(await preview(server, 'WRONG00000'))).toEqual(unknown);
  });

  it('given 30 wrong codes from one address, then even a right one gets 429', async () => {
    const server = await startTestServer();
    const { inviteCode } = await server.createFamilyOfTwo();
    for (let guess = 0; guess < 30; guess += 1) await preview(server, 'WRONG00000');
    expect((await preview(server, inviteCode)).statusCode).toBe(429);
  });
});
