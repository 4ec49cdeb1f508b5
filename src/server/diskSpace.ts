import { statfs } from 'node:fs/promises';
import { DomainError } from './domainError';

/** Kept free for positions of now, messages and calls for help. */
const RESERVE_BYTES = 256 * 1_024 * 1_024;

/** @returns what is free where the data is, in bytes */
export const freeBytesOf = (dataDir: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
};

/**
 * Refuses what can wait, such as imports and old positions, while little space is left.
 * @param freeBytes that fails is passed over: a disk that cannot be asked may still be written
 * @throws DomainError 503
 */
export const spaceCheck = (freeBytes: () => Promise<number>) => async (): Promise<void> => {
  const free = await freeBytes().catch(() => Infinity);
  if (free < RESERVE_BYTES) throw new DomainError('storage_low');
};
