import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Finds the addresses of a name. @throws when there are none, or the name servers do not answer in time */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/** For each server and try; with both, a name takes a few seconds at most, and a delivery has ten. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers itself. The function of the system that Node uses otherwise holds one of four threads until it has an
 * answer, and these also hash passwords, read files and compress: four names whose servers never answer would stop all that.
 * It knows no hosts file, so names of the operator's own network are not looked up this way.
 * @param servers others than those of the system, as `address:port`
 */
export function nameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
