import type { Generated, Kysely, Transaction } from 'kysely';

import type {
  Flag,
  Milliseconds,
  AccountLinkRow,
  FactorChallengeRow,
  FactorRow,
  PictureRow,
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
import type { ChatHeadRow, MessageReadRow, MessageRow } from './chatRows';
import type {
  BlockRow,
  FamilyActivityRow,
  FamilyMemberRow,
  FamilyRow,
  InvitationDeclineRow,
  InvitationRow,
  MembershipRevisionRow,
} from './familyRows';
import type { GeofenceEventRow, GeofenceRow, GeofenceStateRow, GeofenceWatchRow } from './geofenceRows';
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
export type * from './chatRows';
export type * from './familyRows';
export type * from './geofenceRows';
export type * from './locationRows';
export type * from './phoneRows';

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);

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
