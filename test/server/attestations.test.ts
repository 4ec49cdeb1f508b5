import { listenOnLoopback } from '../support/loopback';
import { attestationThatNames, selfAttestation } from './support/attestations';
import { factorsOf, ORIGIN } from './support/factors';
import { PASSWORD, type Person } from './support/people';
import { useServerPerTest } from './support/useServer';

const { createPerson } = useServerPerTest({ env: { PUBLIC_URL: ORIGIN } });

async function beginPasskey(someone: Person): Promise<string> {
  const begun = await someone.call('POST', '/api/factors/passkeys/options', { currentPassword: PASSWORD });
  return begun.json<{ challenge: string }>().challenge;
}

it('given certificates that name an address, then the passkey is refused and the server asks no one', async () => {
  const asked: (string | undefined)[] = [];
  const elsewhere = await listenOnLoopback(({ url }, response) => {
    asked.push(url);
    response.end();
  });
  const ana = await createPerson();
  const attestation = attestationThatNames(await beginPasskey(ana), `${elsewhere.origin}/revoked`);
  const answer = await ana.call('POST', '/api/factors/passkeys', { attestation });
  await elsewhere.close();
  expect(answer.json()).toMatchObject({ statusCode: 400, code: 'passkey_invalid' });
  expect(asked).toEqual([]);
  expect(await factorsOf(ana)).toEqual([]);
});

it('given a passkey that attests itself without certificates, then it is added', async () => {
  const ana = await createPerson();
  const attestation = selfAttestation(await beginPasskey(ana));
  expect((await ana.call('POST', '/api/factors/passkeys', { attestation })).statusCode).toBe(201);
});
