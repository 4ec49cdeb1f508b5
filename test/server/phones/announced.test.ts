import { ConnectedPhone } from '#contract/phones';
import { createPerson, parseAnswer } from '../support/people';
import { useMailServer } from '../support/useServer';

const { mails, server } = useMailServer();

it('given a phone is connected, then its owner gets an email without its name, key and ticket', async () => {
  const ana = await createPerson(server.app);
  const answer = await ana.call('POST', '/api/phones', { name: 'Pixel of Ana', app: 'owntracks' });
  const { key, ticket } = parseAnswer(ConnectedPhone, answer, 201);
  const email = await mails.next();
  expect(email).toMatchObject({ to: ana.email, subject: 'A phone was connected to Kinmap' });
  expect(email.text).toContain('https://kinmap.example/phones');
  for (const secret of ['Pixel', key, ticket]) expect(email.text).not.toContain(secret);
});
