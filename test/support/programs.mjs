import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps PostgreSQL's programs out of the way, one folder a version. */
const DEBIAN = '/usr/lib/postgresql';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function debianFolders() {
  if (!existsSync(DEBIAN)) return [];
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, 'bin'));
}

function find(name, folders) {
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** The programs that some tests start, as far as they are installed. */
export function findPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return {
    initdb: find('initdb', [...folders, ...debianFolders()]),
    postgres: find('postgres', [...folders, ...debianFolders()]),
    redis: find('redis-server', folders),
  };
}
