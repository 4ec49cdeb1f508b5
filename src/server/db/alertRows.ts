import type { Flag, Milliseconds } from './accountRows';

/** What one person is to learn. */
export interface NoticeRow {
  /** UUID v7: sorts by time. */
  id: string;
  recipient_id: string;
  /** The person whom the alert is about. */
  subject_id: string;
  /** JSON list of the families through which the recipient may know; they must be in one of them still. */
  family_ids: string;
  /** Messages are not in the inbox: of a conversation a person has one notice, about the newest message. */
  kind: 'sos' | 'arrival' | 'departure' | 'message';
  /** `sos:ID`, `fence:PERSON:GEOFENCE` or `chat:FAMILY`. */
  about: string;
  /** Payload of the socket event as JSON, without the alert's id; of a message what its notification says. */
  payload: string;
  created_at: Milliseconds;
  /** It is not sent to closed pages from then on. */
  expires_at: Milliseconds;
  read_at: Milliseconds | null;
  cleared_at: Milliseconds | null;
}

/** A device of the recipient has received the alert. */
export interface NoticeDeviceRow {
  notice_id: string;
  /** Random id of the device; empty for clients that send none, which count as one device. */
  device_id: string;
  acknowledged_at: Milliseconds;
  /** A page that was visible displayed it. */
  shown_at: Milliseconds | null;
}

/** Calls for help that have been told, so that none is told twice. */
export interface SosCallRow {
  user_id: string;
  client_id: string;
  created_at: Milliseconds;
}

/** Which arrivals and departures of a person the viewer is notified of. */
export interface NotificationPreferenceRow {
  viewer_id: string;
  person_id: string;
  notify_arrival: Flag;
  notify_departure: Flag;
}

/** The same for one geofence; it replaces the preference about the person there. */
export interface FencePreferenceRow extends NotificationPreferenceRow {
  geofence_id: string;
}

/** What reaches a person on closed pages, and when. Without a row: everything, at any time. */
export interface NotifySettingsRow {
  user_id: string;
  /** Minutes of the day in the time zone; both or neither. */
  quiet_from: number | null;
  quiet_to: number | null;
  /** IANA name. */
  time_zone: string;
  private_text: Flag;
  messages: Flag;
}

/** A browser that gets pushes. */
export interface PushDeviceRow {
  id: string;
  user_id: string;
  /** The session that switched it on. When a session is ended, its devices go; when it expires, they stay. */
  session_id: string;
  /** Address of the device at its push service. A person who knows it can send to the device. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Of the app's pages on this device. */
  origin: string;
  name: string;
  created_at: Milliseconds;
  seen_at: Milliseconds;
}

/** A notice on its way to a device or address that no page of the app serves. */
export interface DeliveryRow {
  notice_id: string;
  channel: 'push';
  /** Of the push device. */
  target_id: string;
  state: 'waiting' | 'handedOver' | 'shown' | 'failed' | 'dropped';
  /** Why it failed or was dropped. */
  reason: string | null;
  /** Lower ones go first; 0 is an SOS. */
  rank: number;
  due_at: Milliseconds;
  /** A process sends it until then; afterwards another one may. */
  lease_until: Milliseconds;
  /** Of that claim. */
  claimed_by: string | null;
  attempts: number;
  /** SHA-256 of what the device confirms with. */
  receipt_hash: string | null;
  updated_at: Milliseconds;
}
