import type { Flag, Milliseconds } from './accountRows';

/** A circle: degrees with 6 decimals, whole metres. */
export interface GeofenceRow {
  id: string;
  family_id: string;
  name: string;
  latitude: number;
  longitude: number;
  radius: number;
  /** One more after every move or change of size. */
  revision: number;
  notify_entry: Flag;
  notify_exit: Flag;
  /** Null when that account is gone. */
  created_by: string | null;
  /** Who moved or resized it last; null when it never changed, or that account is gone. */
  moved_by: string | null;
  moved_at: Milliseconds | null;
  created_at: Milliseconds;
  /** When it sends alerts, as JSON (PlaceSchedule of the contract); null: always. */
  schedule: string | null;
  /** Its corners as JSON (Polygon of the contract), all of them in the circle; null: the circle. */
  polygon: string | null;
  /** PlaceKind of the contract; null: it was not said. */
  place_kind: string | null;
}

/** How far a person's fixes have been evaluated against the geofences of all their families. */
export interface GeofenceWatchRow {
  user_id: string;
  /** Time of the newest evaluated fix. */
  evaluated_at: Milliseconds;
  /** What `evaluated_at` was before; null at first. */
  evaluated_before: Milliseconds | null;
  /** How often late fixes have changed a state without being the newest. */
  replays: number;
}

/** Where a person is in respect of a geofence. No row: unknown. */
export interface GeofenceStateRow {
  user_id: string;
  /** Of the geofence; with `user_id` the membership that this row lives and dies with. */
  family_id: string;
  geofence_id: string;
  containment: 'inside' | 'outside';
  /** Time of the first of the latest fixes that speak for the other place; null without such. */
  change_since: Milliseconds | null;
  /** Revision of the geofence when this was evaluated. */
  revision: number;
}

/** A member entered or left a geofence. */
export interface GeofenceEventRow {
  user_id: string;
  /** Of the geofence; with `user_id` the membership that this row lives and dies with. */
  family_id: string;
  geofence_id: string;
  /** Time of the fix that decided it. */
  at: Milliseconds;
  event: 'entered' | 'exited';
  /** Time of the first fix that suggested it; the same as `at` when one fix was enough. */
  since: Milliseconds;
  /** Of the deciding fix from the centre, or from the edge of a polygon, in metres. */
  distance: number;
  from_edge: Flag;
  /** In metres, as the evaluation used it. */
  accuracy: number;
  /** Of the geofence at that time. */
  revision: number;
  reported_at: Milliseconds;
}
