import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { JWT_SECRET_MIN_BYTES } from './config';
import { StartupError } from './domainError';

/**
 * Makes sure that the data folder is there and can be written to.
 * @param dataDir made readable by its owner only when it is new; an existing folder keeps its rights
 * @throws StartupError with one line when it cannot be used
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written to; make it a folder of the user who runs Kinmap.`,
    );
  }
}

/** Makes a folder with all above it. Node's own `recursive` never ends where the kernel makes none, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * The key that signs tokens, kept across starts so that nobody is signed out by one.
 * @param dataDir folder of `jwt-secret`, which only its owner can read
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(secret) < JWT_SECRET_MIN_BYTES) {
    throw new StartupError(
      `${file} is damaged; restore it from a backup, or delete it, which signs everybody out.`,
    );
  }
  return secret;
}

/** Writes under another name first, so that a crash cannot leave half a key. */
function makeSecret(file: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${randomBytes(JWT_SECRET_MIN_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  renameSync(fresh, file);
}
