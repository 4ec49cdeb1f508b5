import type { Migration } from 'kysely';
import * as peopleFamiliesLocations from './0001-people-families-locations';

/** Every change of the tables, oldest first. Only ever added to; a released one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people-families-locations': peopleFamiliesLocations,
};
