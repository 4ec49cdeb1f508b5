import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** How many times faster than recorded the members move. */
  readonly speed: number;
  /** The first port to try. */
  readonly port: number;
}

const DEFAULT_SPEED = 10;
const TOP_SPEED = 100;
const DEFAULT_PORT = 3000;

/**
 * Reads the command line and the environment.
 * @throws an error with a message for the user
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DemoOptions {
  return { speed: readSpeed(args), port: readPort(env.PORT) };
}

function readSpeed(args: readonly string[]): number {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { speed: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const stranger = tokens.find((token) => token.kind !== 'option' || token.name !== 'speed');
  if (stranger) throw new Error(`The demo knows --speed only, not ${args[stranger.index] ?? 'that'}.`);
  const given = values.speed ?? String(DEFAULT_SPEED);
  const speed = typeof given === 'string' && /^\d+(\.\d+)?$/u.test(given) ? Number(given) : Number.NaN;
  if (!(speed >= 1 && speed <= TOP_SPEED))
    throw new Error(`--speed takes a number from 1 (real time) to ${TOP_SPEED}, for example --speed 10.`);
  return speed;
}

function readPort(given: string | undefined): number {
  if (given === undefined || given === '') return DEFAULT_PORT;
  const port = /^\d+$/u.test(given) ? Number(given) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`PORT must be a whole number from 0 to 65535, not ${given}.`);
  return port;
}
