import type { Generated, Kysely, Transaction } from 'kysely';

import type {
  Flag,
  Milliseconds,
  AccountLinkRow,
  FactorChallengeRow,
  FactorRow,
  RecoveryCodeRow,
  ReservedEmailRow,
  SessionRow,
  UserRow,
} from './accountRows';
import type {
  CheckInPersonRow,
  CheckInRequestRow,
  CheckInRow,
  DeliveryRow,
  FencePreferenceRow,
  NoticeDeviceRow,
  NoticeRow,
  NotificationPreferenceRow,
  NotifyChannelRow,
  NotifySettingsRow,
  OnceAlertRow,
  PushDeviceRow,
  SosLogRow,
  SosPersonRow,
  SosRow,
  SosTrackRow,
  SosTriggerRow,
} from './alertRows';
import type {
  DayTotalsRow,
  FixDetails,
  ImportedLocationRow,
  ImportRow,
  LatestDetails,
  LocationRow,
  StayCorrectionRow,
} from './locationRows';
import type {
  PhoneCardRow,
  PhonePositionRow,
  PhoneRow,
  PhoneTicketRow,
  PositionSourceRow,
  SharingPauseRow,
} from './phoneRows';

export type * from './accountRows';
export type * from './alertRows';
export type * from './locationRows';
export type * from './phoneRows';

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);

export interface FamilyRow {
  id: string;
  name: string;
  invite_code: string;
  /** Whether members see messages from before they joined. */
  shows_earlier_messages: Flag;
  /** Whether the geofences of a deleted account stay, with another owner. */
  keeps_geofences: Flag;
  created_at: Milliseconds;
}

export interface FamilyMemberRow {
  family_id: string;
  user_id: string;
  is_admin: Flag;
  joined_at: Milliseconds;
  /** Sequence number of the family's last message before they joined; 0 for members who may see all. */
  messages_after: number;
}

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

/** Counts the changes of who is in which family and of the geofences. One row, id 1; triggers write it. */
export interface MembershipRevisionRow {
  id: number;
  revision: number;
}

/** An invitation of a person to a family. */
export interface InvitationRow {
  id: string;
  family_id: string;
  user_id: string;
  invited_by: string;
  /** Which the inviting admin gave. */
  email: string;
  /** What the person becomes. */
  is_admin: Flag;
  created_at: Milliseconds;
}

/** A family or a person whose invitations a user has blocked. One of the two columns is null. */
export interface BlockRow {
  id: string;
  user_id: string;
  blocked_family_id: string | null;
  blocked_user_id: string | null;
  /** Of the family or person at the time of blocking: what they are called later does not reach the person. */
  name: string;
  created_at: Milliseconds;
}

/** An invitation that was declined. */
export interface InvitationDeclineRow {
  id: string;
  user_id: string;
  /** Null when the family is gone. */
  family_id: string | null;
  invited_by: string;
  declined_at: Milliseconds;
}

/** Something that every member of a family is to know of. */
export interface FamilyActivityRow {
  id: string;
  family_id: string;
  kind: 'joined' | 'left' | 'removed' | 'admin' | 'code' | 'place' | 'setting';
  /** Whom it is about; null when the account is deleted. */
  user_id: string | null;
  /** Names are those of that time: a former member's later name is not the family's to know. */
  user_name: string | null;
  /** Who did it, if another person. */
  by_id: string | null;
  by_name: string | null;
  /** Of kind 'admin': what the person is now. */
  is_admin: Flag | null;
  /** Of kind 'place'. The id is null in entries from before migration 0017. */
  geofence_id: string | null;
  geofence_name: string | null;
  geofence_change: 'created' | 'moved' | 'renamed' | 'deleted' | null;
  /** Of a renamed place: the name it had before. */
  earlier_name: string | null;
  /** Of kind 'setting'. */
  setting: 'showsEarlierMessages' | 'keepsGeofences' | null;
  is_enabled: Flag | null;
  /** Of a moved place: when the first of the moves was that this entry combines. */
  first_at: Milliseconds | null;
  at: Milliseconds;
}

/** The picture of one person. */
export interface PictureRow {
  /** Part of its address: 128 random bits, new with every picture. */
  name: string;
  user_id: string;
  /** Media type by content. */
  type: string;
  /** Base64. */
  data: string;
  created_at: Milliseconds;
}

/** A chat message. */
export interface MessageRow {
  /** UUID v7; in a family it sorts as `sequence` does. */
  id: string;
  family_id: string;
  /** Counts the family's messages in the order in which they were stored. */
  sequence: number;
  user_id: string;
  /** What the writer's device calls it; null when it gave no name. */
  client_id: string | null;
  content: string;
  /** Never before the family's message before. */
  sent_at: Milliseconds;
}

/** The newest message of each family that has one. The row is the lock that puts its messages in order. */
export interface ChatHeadRow {
  family_id: string;
  sequence: number;
  sent_at: Milliseconds;
}

/** How far a member has read. No row: nothing from before they joined counts as unread. */
export interface MessageReadRow {
  family_id: string;
  user_id: string;
  sequence: number;
}

/** What the readiness check writes to. One row, id 1. */
export interface HeartbeatRow {
  id: number;
  beaten_at: Milliseconds;
}

/** A table in which some columns have a default. */
type WithDefaults<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: Generated<Row[Name]>;
};

export interface Schema {
  users: WithDefaults<UserRow, 'phone_tid' | 'shares_phone'>;
  sessions: SessionRow;
  reserved_emails: ReservedEmailRow;
  account_links: AccountLinkRow;
  factors: FactorRow;
  recovery_codes: RecoveryCodeRow;
  factor_challenges: FactorChallengeRow;
  families: WithDefaults<FamilyRow, 'shows_earlier_messages' | 'keeps_geofences'>;
  family_members: WithDefaults<FamilyMemberRow, 'messages_after'>;
  locations: WithDefaults<LocationRow & FixDetails, keyof FixDetails>;
  /** The newest of `locations` for each person. */
  latest_locations: WithDefaults<LocationRow & LatestDetails, keyof LatestDetails>;
  geofences: GeofenceRow;
  geofence_watches: WithDefaults<GeofenceWatchRow, 'replays'>;
  geofence_states: GeofenceStateRow;
  geofence_events: GeofenceEventRow;
  membership_revision: MembershipRevisionRow;
  notices: WithDefaults<NoticeRow, 'sos_id' | 'is_repeat'>;
  notice_devices: NoticeDeviceRow;
  sos: SosRow;
  sos_people: SosPersonRow;
  sos_track: SosTrackRow;
  sos_log: SosLogRow;
  sos_triggers: SosTriggerRow;
  day_totals: DayTotalsRow;
  stay_corrections: StayCorrectionRow;
  imports: ImportRow;
  imported_locations: ImportedLocationRow;
  notification_preferences: NotificationPreferenceRow;
  fence_preferences: FencePreferenceRow;
  notify_settings: NotifySettingsRow;
  push_devices: PushDeviceRow;
  notify_channels: NotifyChannelRow;
  deliveries: DeliveryRow;
  phones: PhoneRow;
  phone_tickets: PhoneTicketRow;
  phone_cards: PhoneCardRow;
  phone_positions: PhonePositionRow;
  sharing_pauses: SharingPauseRow;
  position_sources: WithDefaults<PositionSourceRow, 'has_pauses'>;
  checkins: CheckInRow;
  checkin_people: CheckInPersonRow;
  checkin_requests: CheckInRequestRow;
  once_alerts: OnceAlertRow;
  invitations: InvitationRow;
  blocks: BlockRow;
  invitation_declines: InvitationDeclineRow;
  family_activity: FamilyActivityRow;
  pictures: PictureRow;
  messages: MessageRow;
  chat_heads: ChatHeadRow;
  message_reads: MessageReadRow;
  heartbeat: HeartbeatRow;
}

export type Database = Kysely<Schema>;
/** The database, or a transaction on it. */
export type Queries = Database | Transaction<Schema>;
