import { SetUpPhone, ConnectedPhone } from '#contract/phones';
import { parseAnswer, PASSWORD } from '../support/people';
import { useServer } from '../support/useServer';

const { server, createPerson } = useServer({ env: { PHONES_OVER_HTTP: 'on' } });

const connect = (ticket: string, remoteAddress = '192.0.2.1') =>
  server.app.inject({ method: 'POST', url: '/api/connect', payload: { ticket }, remoteAddress });

async function addPhone() {
  const ana = await createPerson();
  return parseAnswer(
    ConnectedPhone,
    await ana.call('POST', '/api/phones', { name: 'A', app: 'colota' }),
    201,
  );
}

it('given 60 wrong tickets from an address, then further ones get 429, and a right one elsewhere works', async () => {
  const { ticket } = await addPhone();
  const wrong = ticket.replace(/^./u, (first) => (first === '0' ? '1' : '0'));
  const answers = [];
  for (let count = 0; count < 62; count += 1) answers.push((await connect(wrong)).statusCode);
  expect([...new Set(answers.slice(0, 60)), ...new Set(answers.slice(60))]).toEqual([404, 429]);
  expect((await connect(ticket, '192.0.2.2')).statusCode).toBe(200);
});

it('given a ticket is exchanged, then the earlier key opens nothing, and no log has ticket or key', async () => {
  const { key, ticket } = await addPhone();
  const send = (one: string) =>
    server.app.inject({ method: 'POST', url: '/phone/colota', headers: { authorization: `Bearer ${one}` } });
  expect((await send(key)).statusCode).toBe(200);
  const fresh = parseAnswer(SetUpPhone, await connect(ticket, '192.0.2.3'));
  expect([(await send(key)).statusCode, (await send(fresh.key)).statusCode]).toEqual([401, 200]);
  const log = server.log.join('');
  expect(log).toContain('/api/connect');
  for (const secret of [key, ticket, fresh.key]) expect(log).not.toContain(secret);
});

it('given ten wrong passwords, when a phone is added, then even the right one has to wait', async () => {
  const ana = await createPerson();
  server.clock.move(11 * 60_000);
  const addWith = (currentPassword: string) =>
    ana.call('POST', '/api/phones', { name: 'A', app: 'colota', currentPassword });
  for (let count = 0; count < 10; count += 1) expect((await addWith('wrong password')).statusCode).toBe(400);
  expect((await addWith(PASSWORD)).statusCode).toBe(429);
});
