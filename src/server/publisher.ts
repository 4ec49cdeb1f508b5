import type { StoredEvent, ServerEventPayload } from '#contract/events';
import type { SignedIn } from '#server/signedIn';
import type { Message, MessageRead, TypingUpdate } from '#contract/chat';
import type { Location } from '#contract/locations';
import type { CheckIn, CheckInRequest } from '#contract/checkIns';
import type { PhoneChanged, Presence } from '#contract/phones';
import type { InboxAlert } from '#contract/inbox';
import type { SessionCreated } from '#contract/session';
import type { SosCall, SosMoved } from '#contract/sos';

/** What changed in an account. */
export type AccountChange = ServerEventPayload<'account:changed'>['change'];

/** Which settings of a user changed. */
export type SettingsChange = ServerEventPayload<'settings:changed'>['what'];

/** Who gets a new position. */
export interface Audience {
  readonly familyIds: readonly string[];
  /** Members of these families who joined after the position was taken. */
  readonly hiddenFrom: readonly string[];
}

/** Sends events to connected clients. Services use sockets only through this interface. */
export interface Publisher {
  /**
   * Reads who gets an event and what they may see, until no member has left a family meanwhile, as far as this process
   * knows: it learns from the others right after a removal there. An event that is sent right after does not reach a person
   * whose removal was answered before here, or had become known from there.
   */
  readAudience<Result>(read: () => Promise<Result>): Promise<Result>;
  /**
   * Subscribes the user's sockets to the family and informs its members and the user. Resolves when that is done at this
   * process. Changes nothing for a membership that has ended meanwhile.
   */
  memberJoined(familyId: string, userId: string): Promise<void>;
  /** Unsubscribes the user's sockets from the family and informs its members and the user. */
  memberLeft(familyId: string, userId: string): void;
  /** Informs the members that the family's name, code or a member's profile changed. */
  familyChanged(familyId: string): void;
  /** Informs a user that an invitation was added or withdrawn. */
  invitationsChanged(userId: string): void;
  /** Closes all sockets of a user. Clients with a valid token reconnect. */
  disconnect(userId: string): void;
  /** Closes the sockets of one session. */
  disconnectSession(sessionId: string): void;
  /** Informs a user's other devices of a sign-in. */
  sessionCreated(userId: string, session: SessionCreated): void;
  /** Informs a user's devices of a change of the account, but not the session that made it, if one did. */
  accountChanged(by: Pick<SignedIn, 'userId'> & Partial<SignedIn>, change: AccountChange): void;
  /**
   * Informs a user's other devices, and no one else, that the user has changed settings; of a pause all of them, because
   * each tab says whether its user shares.
   */
  settingsChanged(by: SignedIn, what: SettingsChange): void;
  /** Informs the members that a geofence was added, changed or deleted. */
  geofencesChanged(familyId: string): void;
  /**
   * Sends a member's new position.
   * @param audience whose members receive it, each socket once; the member's own other sockets receive it too
   * @param exceptSocketId the socket that sent the position
   */
  locationUpdated(location: Location, audience: Audience, exceptSocketId?: string): void;
  /** Sends a stored message to all members, including the author's devices. */
  messageReceived(familyId: string, message: Message): void;
  /** Sends a read receipt to all members, including the reader's other devices. */
  messageRead(read: MessageRead): void;
  /** Informs the other members that a member started or stopped typing. */
  typingUpdated(update: TypingUpdate & { familyId: string }): void;
  /**
   * Sends an alert to all open sockets of a user's device at this process and waits for an acknowledgement.
   * @param onShown called when a visible page has displayed it, also after the promise has resolved
   * @returns true when a socket acknowledges it, or is still connected after a time in which a dead connection would have
   *   been noticed; false when the device has no socket, or all sockets close before
   */
  deliver<Event extends StoredEvent>(
    userId: string,
    deviceId: string,
    event: Event,
    payload: ServerEventPayload<Event>,
    onShown: () => void,
  ): Promise<boolean>;
  /** Sends a call for help, as these people may see it, to all of their devices. */
  sosChanged(userIds: readonly string[], call: SosCall): void;
  /** Sends a caller's new position to all devices of these people. */
  sosMoved(userIds: readonly string[], moved: SosMoved): void;
  /** Makes other processes deliver stored alerts to those of the users who are connected there. */
  alertsWait(userIds: readonly string[]): void;
  /** The devices with which a user is connected to this process; clients that name none are the device ''. */
  connectedDevices(userId: string): string[];
  /** Informs a user's devices of alerts that were read on one of them. */
  alertsRead(userId: string, ids: string[]): void;
  /** Informs a user's devices that all alerts up to one of them were cleared. */
  alertsCleared(userId: string, upTo: string): void;
  /** Informs a user's devices of a late alert, which is in the inbox only. */
  alertRecorded(userId: string, alert: InboxAlert): void;
  /** Sends a check-in as this user may see it. */
  checkInChanged(userId: string, checkIn: CheckIn): void;
  /** Sends a request for a check-in to one of the two whom it is about. */
  checkInRequestChanged(userId: string, request: CheckInRequest): void;
  /** Informs a user's devices of a change of one of their phones. */
  phoneChanged(userId: string, changed: PhoneChanged): void;
  /** Sends where a member is, and how their phone is, as these users may see it. */
  presenceChanged(userIds: readonly string[], presence: Presence): void;
}
