import type { Kysely, Transaction } from 'kysely';

/** A moment as stored: epoch milliseconds. */
type Milliseconds = number;
/** SQLite has no booleans. */
export type Flag = 0 | 1;

export interface UserRow {
  id: string;
  name: string;
  /** Trimmed, lower case, unique. */
  email: string;
  phone: string | null;
  profile_image: string | null;
  /** PHC string of argon2id. */
  password_hash: string;
  /** Tokens that carry another version are dead. */
  token_version: number;
  created_at: Milliseconds;
}

export interface FamilyRow {
  id: string;
  name: string;
  invite_code: string;
  created_at: Milliseconds;
}

export interface FamilyMemberRow {
  family_id: string;
  user_id: string;
  is_admin: Flag;
  joined_at: Milliseconds;
}

/** One row for a person and a moment. Degrees with 6 decimals; accuracy in metres, null when unknown. */
export interface LocationRow {
  user_id: string;
  recorded_at: Milliseconds;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}

/** What the readiness check writes to. One row, id 1. */
export interface HeartbeatRow {
  id: number;
  beaten_at: Milliseconds;
}

export interface Schema {
  users: UserRow;
  families: FamilyRow;
  family_members: FamilyMemberRow;
  locations: LocationRow;
  /** The newest of `locations` for each person. */
  latest_locations: LocationRow;
  heartbeat: HeartbeatRow;
}

export type Database = Kysely<Schema>;
/** The database, or a transaction on it. */
export type Queries = Database | Transaction<Schema>;
