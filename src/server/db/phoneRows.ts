import type { Flag, Milliseconds } from './accountRows';

/** A phone that sends positions by an app. Degrees, metres; battery from 0 to 1. */
export interface PhoneRow {
  id: string;
  user_id: string;
  name: string;
  app: 'owntracks' | 'overland' | 'osmand' | 'gpslogger' | 'colota';
  /** SHA-256 of its key, base64url. */
  key_hash: string;
  is_primary: Flag;
  sees_family: Flag;
  gets_places: Flag;
  created_at: Milliseconds;
  last_seen_at: Milliseconds | null;
  /** Time and accuracy of its newest position. */
  last_fix_at: Milliseconds | null;
  last_accuracy: number | null;
  /** A code of the contract. */
  last_error: string | null;
  last_error_at: Milliseconds | null;
  /** Positions above the quota of its owner, since it has its key, and when the last one came. */
  dropped_fixes: number;
  dropped_at: Milliseconds | null;
  battery: number | null;
  charging: Flag | null;
  connection: 'wifi' | 'mobile' | 'offline' | null;
  app_version: string | null;
  /** JSON list. */
  hints: string;
  /** Where this phone was first while the leading one was silent, and when it was 200 m away from there. */
  anchor_latitude: number | null;
  anchor_longitude: number | null;
  anchor_at: Milliseconds | null;
  moved_at: Milliseconds | null;
  /** When OwnTracks last got positions of the family, and when all of them; null: it has none. */
  told_at: Milliseconds | null;
  told_all_at: Milliseconds | null;
  /** JSON: the places of the last command to OwnTracks, those that it removed among them. */
  places_sent: string | null;
  /** When OwnTracks was asked for its status with this key. */
  status_asked_at: Milliseconds | null;
}

/** A link that gets the key of a phone once. */
export interface PhoneTicketRow {
  /** SHA-256 of its 128 random bits, base64url. */
  hash: string;
  phone_id: string;
  /** `connect` gets a fresh key; `profile` the settings of GPSLogger with the key that was sealed with the ticket. */
  kind: 'connect' | 'profile';
  sealed_key: string | null;
  expires_at: Milliseconds;
}

/** Which picture and name of a member OwnTracks has. */
export interface PhoneCardRow {
  phone_id: string;
  member_id: string;
  version: string;
}

/** Which position of a member a phone has got. */
export interface PhonePositionRow {
  phone_id: string;
  member_id: string;
  recorded_at: number;
}

/** Positions that a person takes in this time are dropped, also those of a file that comes years later. */
export interface SharingPauseRow {
  user_id: string;
  from_at: Milliseconds;
  /** Null: until the person resumes. */
  until_at: Milliseconds | null;
}

/** Whose positions count for a person who has phones or has paused; other people have no row. */
export interface PositionSourceRow {
  user_id: string;
  has_pauses: Flag;
  /** The phone that has taken over from the primary one; null: the primary one leads. */
  leading_phone_id: string | null;
  /** From when on such a phone counted, and until when it did before the primary one was back; null while it leads. */
  stand_in_from: Milliseconds | null;
  stand_in_until: Milliseconds | null;
  /** Last request of the phone that leads; null without phones. */
  heard_at: Milliseconds | null;
  /** When the first phone was connected; null without phones. */
  phones_from: Milliseconds | null;
  /** Time in which a browser was primary. */
  browser_from: Milliseconds | null;
  browser_until: Milliseconds | null;
  /** Each position of a phone uses a second of its owner's quota, which is used up to here; null: never. */
  fixes_until: Milliseconds | null;
}
