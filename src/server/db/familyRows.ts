import type { Flag, Milliseconds } from './accountRows';

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
