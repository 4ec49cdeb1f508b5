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
import { JWT_SECRET_MIN_BYTES } from './settingReaders';
import { StartupError } from './domainError';
import { isVapidKey, newVapidKey } from './vapidKey';

/**
 * Creates the data folder if it is missing and checks that it is writable.
 * @param dataDir a new folder is accessible to its owner only; an existing one keeps its permissions
 * @throws StartupError with one line when it cannot be used
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written to; make it a folder of the user who runs Kinmap.`,
    );
  }
}

/** Creates a folder and its parents. Node's `recursive` option never returns for folders below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Reads the key that signs tokens; creates it at the first start.
 * @param dataDir folder of `jwt-secret`, which only its owner can read
 */
export function loadSecret(dataDir: string): string {
  return loadKey(join(dataDir, 'jwt-secret'), {
    create: () => randomBytes(JWT_SECRET_MIN_BYTES).toString('hex'),
    isValid: (secret) => Buffer.byteLength(secret) >= JWT_SECRET_MIN_BYTES,
    loss: 'signs all users out',
  });
}

/**
 * Reads the key by which push services know this server; creates it at the first start.
 * @param dataDir folder of `vapid-key`, which only its owner can read
 */
export function loadVapidKey(dataDir: string): string {
  return loadKey(join(dataDir, 'vapid-key'), {
    create: newVapidKey,
    isValid: isVapidKey,
    loss: 'ends the alerts on closed pages until each device switches them on again',
  });
}

/** A key in a file. */
interface Key {
  create(): string;
  isValid(text: string): boolean;
  /** What deleting the file leads to. */
  readonly loss: string;
}

function loadKey(file: string, { create, isValid, loss }: Key): string {
  if (!existsSync(file)) writeKey(file, create());
  const key = readFileSync(file, 'utf8').trim();
  if (!isValid(key))
    throw new StartupError(`${file} is damaged; restore it from a backup, or delete it, which ${loss}.`);
  return key;
}

/** Writes to another file first, so that a crash cannot leave half a key. */
function writeKey(file: string, key: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(fresh, file);
}
