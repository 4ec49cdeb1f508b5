import type { Flag, Milliseconds } from './accountRows';

/** One row for a person and a moment. Degrees with 6 decimals; accuracy in metres, null when unknown. */
export interface LocationRow {
  user_id: string;
  recorded_at: Milliseconds;
  latitude: number;
  longitude: number;
  accuracy: number | null;
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
