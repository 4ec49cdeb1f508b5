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
  kind:
    | 'sos'
    | 'sosAnswer'
    | 'sosEnded'
    | 'arrival'
    | 'departure'
    | 'message'
    | 'checkin'
    | 'checkinAsked'
    | 'checkinMissed'
    | 'request'
    | 'joined';
  /** `sos:ID`, `sos:ID:PERSON` of an answer, `fence:PERSON:GEOFENCE`, `chat:FAMILY`, `checkin:ID`, `request:ID` or `joined:FAMILY:PERSON`. */
  about: string;
  /** Payload of the socket event as JSON, without the alert's id; of a message what its notification says. */
  payload: string;
  created_at: Milliseconds;
  /** It is not sent to closed pages from then on. The same as `created_at`: it was reported too late to be news. */
  expires_at: Milliseconds;
  read_at: Milliseconds | null;
  cleared_at: Milliseconds | null;
  /** The SOS that it is about. */
  sos_id: string | null;
  /** Of an SOS: the server repeats the call. Clients without a device id get no repeats. */
  is_repeat: Flag;
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

/** A call for help. */
export interface SosRow {
  /** UUID v7: sorts by time. */
  id: string;
  caller_id: string;
  message: string | null;
  /** The newest position that is stored. */
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_at: Milliseconds;
  /** Of one caller one is open at most. */
  state: 'open' | 'closed';
  started_at: Milliseconds;
  /** When the caller last called; later than the start when they called again. */
  called_at: Milliseconds;
  /** Whether the server repeats the call: only for clients that can end it. */
  can_repeat: Flag;
  /** How many more alerts of it the server or the caller has sent. */
  repeats: number;
  expires_at: Milliseconds;
  /** When there is something to do: a repeat, or the end. Null once it is closed. */
  next_at: Milliseconds | null;
  ended_at: Milliseconds | null;
  ending: 'safe' | 'falseAlarm' | 'expired' | null;
  /** Grows with every change. */
  revision: number;
}

/** A person who was called. */
export interface SosPersonRow {
  sos_id: string;
  user_id: string;
  /** As it was then. */
  name: string;
  answer: 'seen' | 'coming' | 'safe' | 'call' | null;
  answered_at: Milliseconds | null;
}

/** Where a caller was, and when. */
export interface CallerPosition {
  recorded_at: Milliseconds;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}

export interface SosTrackRow extends CallerPosition {
  sos_id: string;
}

/** What happened in a call. How far each person was reached is in `deliveries` and `notice_devices`. */
export interface SosLogRow {
  id: string;
  sos_id: string;
  at: Milliseconds;
  /** Null: the server did it. */
  user_id: string | null;
  what: 'called' | 'calledAgain' | 'repeated' | 'answered' | 'ended';
  detail: string | null;
}

/** The triggers of the last day, so that none that is sent twice calls twice. */
export interface SosTriggerRow {
  caller_id: string;
  client_id: string;
  /** The call it opened or renewed; null in rows from before migration 0020. */
  sos_id: string | null;
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
  /** Nothing is notified before; null: it is not muted. */
  muted_until: Milliseconds | null;
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

/** A channel of a person: email, ntfy or a webhook. Without `confirmed_at` only the code is sent to it. */
export interface NotifyChannelRow {
  id: string;
  user_id: string;
  kind: 'email' | 'ntfy' | 'webhook';
  /** Of a webhook it may hold a secret. */
  address: string;
  /** Token of an ntfy server, or what signs a webhook. */
  secret: string | null;
  scope: 'sos' | 'all';
  /** Of the app's pages that messages link to. */
  origin: string;
  /** SHA-256 of the id and the code. */
  code_hash: string | null;
  code_expires_at: Milliseconds | null;
  /** Codes that were entered. */
  code_tries: number;
  confirmed_at: Milliseconds | null;
  created_at: Milliseconds;
}

/** A delivery of a notice to a device or address without an open page of the app. */
export interface DeliveryRow {
  notice_id: string;
  channel: 'push' | NotifyChannelRow['kind'];
  /** Of the push device or the channel. */
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

/** A person on the way to a place, watched by others. */
export interface CheckInRow {
  id: string;
  user_id: string;
  /** What the owner's device calls it. */
  client_id: string;
  /** Null for another place than a geofence, and when that is deleted. */
  geofence_id: string | null;
  place_name: string;
  /** IANA name of the zone in which the owner means `due_at`. */
  time_zone: string | null;
  created_at: Milliseconds;
  due_at: Milliseconds;
  grace_minutes: number;
  /** At most one of a person is running or asking. */
  state: 'running' | 'asking' | 'missed' | 'arrived' | 'cancelled';
  /** When its timer is due: the next state, or the second alert about a missed one. */
  next_at: Milliseconds | null;
  share_last: Flag;
  ended_at: Milliseconds | null;
  /** One more after every change. */
  revision: number;
}

/** One who watches a check-in. */
export interface CheckInPersonRow {
  checkin_id: string;
  user_id: string;
  /** When they have seen that it was missed. */
  seen_at: Milliseconds | null;
}

/** A person asks another one to start a check-in. Of a pair, one is open at most. */
export interface CheckInRequestRow {
  id: string;
  from_id: string;
  to_id: string;
  text: string | null;
  state: 'open' | 'accepted' | 'declined' | 'expired';
  created_at: Milliseconds;
}

/** A once-only alert: the viewer gets the person's next arrival there or departure. */
export interface OnceAlertRow {
  viewer_id: string;
  person_id: string;
  geofence_id: string;
  kind: 'arrival' | 'departure';
  /** When it was asked for; null for those of earlier releases. */
  created_at: number | null;
}
