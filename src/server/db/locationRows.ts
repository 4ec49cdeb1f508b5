import type { Flag, Milliseconds } from './accountRows';

/** One row for a person and a moment. Degrees with 6 decimals; accuracy in metres, null when unknown. */
export interface LocationRow {
  user_id: string;
  recorded_at: Milliseconds;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}

/** What phones with an app report beside a position: metres, metres per second, degrees, battery from 0 to 1. */
export interface FixDetails {
  altitude: number | null;
  speed: number | null;
  course: number | null;
  battery: number | null;
  /** Name of the app; null for browsers. */
  source: string | null;
  /** How the phone says that the person moves. */
  motion: string | null;
}

/** The same for a person's newest position. */
export interface LatestDetails extends FixDetails {
  charging: Flag | null;
  /** When the battery was reported, which may be with an earlier position. */
  battery_at: Milliseconds | null;
  /** When the phone was heard last, with or without a position; null for browsers. */
  seen_at: Milliseconds | null;
  /** Time of the first fix of the stay, and where that was. */
  since: Milliseconds | null;
  anchor_latitude: number | null;
  anchor_longitude: number | null;
}

/** What a day of a person came to, whose bounds depend on the time zone. Metres; milliseconds. */
export interface DayTotalsRow {
  user_id: string;
  start_at: Milliseconds;
  end_at: Milliseconds;
  distance: number;
  moving: number;
  stays: number;
  /** Times of the first and the last fix. */
  first_at: Milliseconds;
  last_at: Milliseconds;
  /** The stays as JSON: start and end in epoch milliseconds, latitude, longitude. */
  stay_list: string;
  /** The line in few points, as JSON: blocks of `historyCodec.ts`, one for each stretch between gaps. */
  line: string;
}

/** What a person says of their own stays from one time to another. */
export interface StayCorrectionRow {
  user_id: string;
  /** The person's choice. */
  id: string;
  kind: 'name' | 'merge' | 'false';
  start_at: Milliseconds;
  end_at: Milliseconds;
  /** Of `name`, one of them. */
  name: string | null;
  geofence_id: string | null;
  changed_at: Milliseconds;
}

/** A file of positions that a person has uploaded. */
export interface ImportRow {
  id: string;
  user_id: string;
  /** Of the file. */
  name: string;
  format: string;
  /** `reading`: its fixes arrive. `read`: the person decides. `accepted`: it is part of the history. */
  state: 'reading' | 'read' | 'accepted';
  first_at: Milliseconds | null;
  last_at: Milliseconds | null;
  days: number;
  fixes: number;
  doubles: number;
  skipped: number;
  /** Positions that were taken in a pause of sharing. */
  paused: number;
  /** Whether the families see it. */
  is_shared: Flag;
  created_at: Milliseconds;
}

/** One row for an import and a moment. Degrees with 6 decimals; accuracy in metres, null when unknown. */
export interface ImportedLocationRow {
  import_id: string;
  recorded_at: Milliseconds;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}
