import { factorsOf, secondFactors } from './support/factors';
import { PASSWORD } from './support/people';
import { useMailServer } from './support/useServer';

const { mails, server } = useMailServer();
const { withTotp } = secondFactors(server);

it('given a factor is added or removed, or recovery codes are renewed, then the owner gets an email', async () => {
  const ana = await server.createPerson();
  const emailed = { to: ana.email, subject: 'The second step of your sign-in to Kinmap was changed' };
  const currentPassword = PASSWORD;
  const { secret, recoveryCodes } = await withTotp(ana);
  const email = await mails.next();
  expect(email).toMatchObject(emailed);
  for (const hidden of [secret, ...recoveryCodes]) expect(email.text).not.toContain(hidden);
  expect((await ana.call('POST', '/api/factors/recovery-codes', { currentPassword })).statusCode).toBe(200);
  expect(await mails.next()).toMatchObject(emailed);
  const [factor] = await factorsOf(ana);
  expect((await ana.call('DELETE', `/api/factors/${factor?.id}`, { currentPassword })).statusCode).toBe(204);
  expect(await mails.next()).toMatchObject(emailed);
});

it('given a factor that is begun and not confirmed, then no email is sent', async () => {
  const ana = await server.createPerson();
  await ana.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
  await ana.call('POST', '/api/factors/totp/confirm', { code: '000000' });
  await server.close();
  expect(mails.received).toEqual([]);
});
