import { createHash } from 'node:crypto';
import type { PictureRow } from '#server/db/schema';
import { sha256 } from '#server/hashes';
import { knownPower } from '#server/features/locations/mapper';
import type { LatestRow } from '#server/features/locations/repository';
import type { MemberProfile } from './repository';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HASH_CHARACTERS = 10;
/** Larger pictures make the app slow. */
const FACE_MAX_BYTES = 48 * 1_024;
const KMH = 3.6;

/** What OwnTracks calls a person, for ever: the initials of now and a part of a hash, letters and digits only. */
export function tidOf({ id, name }: Pick<MemberProfile, 'id' | 'name'>): string {
  const bytes = createHash('sha256').update(`tid ${id}`).digest().subarray(0, HASH_CHARACTERS);
  return initialsOf(name) + [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Two Latin letters or digits; XX where a name has none. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== '');
  const [first = 'XX', second] = words;
  const letters = second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0);
  return letters.toUpperCase();
}

/** Changes with the name and the picture. */
export const cardVersion = ({ name, profile_image }: MemberProfile): string =>
  sha256(JSON.stringify([name, profile_image])).slice(0, 16);

/** The name of a member, and the picture where the app can show it. */
export function cardOf(
  tid: string,
  { name }: Pick<MemberProfile, 'name'>,
  picture: Pick<PictureRow, 'type' | 'data'> | undefined,
): object {
  const isShown =
    picture !== undefined &&
    /^image\/(?:png|jpeg)$/u.test(picture.type) &&
    Buffer.byteLength(picture.data, 'base64') <= FACE_MAX_BYTES;
  return { _type: 'card', tid, name, ...(isShown ? { face: picture.data } : {}) };
}

/** The newest position of a member. One null, or a fraction where a whole number is expected, makes the app drop all. */
export function locationOf(tid: string, row: LatestRow): object {
  const { battery } = knownPower(row);
  const whole = {
    tst: row.recorded_at / 1_000,
    acc: row.accuracy,
    alt: row.altitude,
    vel: row.speed === null ? null : row.speed * KMH,
    cog: row.course,
    batt: battery === null ? null : battery * 100,
  };
  const known = Object.entries(whole).flatMap(([name, value]) =>
    value === null ? [] : [[name, Math.round(value)] as const],
  );
  return { _type: 'location', tid, lat: row.latitude, lon: row.longitude, ...Object.fromEntries(known) };
}
