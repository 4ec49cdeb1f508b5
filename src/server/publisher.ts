import type { KeptEvent, ServerEventPayload } from '#contract/events';
import type { Message, MessageRead, TypingUpdate } from '#contract/chat';
import type { Location } from '#contract/locations';

/** Telling people what happened. Services know this much of sockets and no more. */
export interface Publisher {
  /** From now on the person's sockets hear the family; everybody concerned is told. */
  memberJoined(familyId: string, userId: string): void;
  /** From now on the person's sockets hear nothing of the family; everybody concerned is told. */
  memberLeft(familyId: string, userId: string): void;
  /** A family's name, code or the look of a member changed; its members are told. */
  familyChanged(familyId: string): void;
  /** Somebody has invited a person, or taken it back; they are told. */
  invitationsChanged(userId: string): void;
  /** Closes every socket of a person. Those with a token that still counts come back by themselves. */
  disconnect(userId: string): void;
  /** A geofence of the family was made, changed or deleted: its members are told to look again. */
  geofencesChanged(familyId: string): void;
  /**
   * A person is somewhere new.
   * @param familyIds whose members are told, each socket once; the person's other sockets are told as well
   * @param exceptSocketId the socket that brought the news
   */
  locationUpdated(location: Location, familyIds: readonly string[], exceptSocketId?: string): void;
  /** A message was stored; everybody in the family hears it, all devices of its writer included. */
  messageReceived(familyId: string, message: Message): void;
  /** Somebody has read further; everybody in the family hears it, their own other devices included. */
  messageRead(read: MessageRead): void;
  /** The other members hear that somebody began or stopped typing. */
  typingUpdated(update: TypingUpdate & { familyId: string }): void;
  /**
   * Hands an alert to every open socket that a person has at this process and asks for an acknowledgement.
   * @returns true once one of them acknowledges it, or has not said anything but is still there after a time in which a
   *   dead one would have been noticed; false when nobody is there, or everybody went away without a word
   */
  deliver<Event extends KeptEvent>(
    userId: string,
    event: Event,
    payload: ServerEventPayload<Event>,
  ): Promise<boolean>;
  /** Alerts for these people were stored: other processes where they have sockets read them there. */
  alertsWait(userIds: readonly string[]): void;
  /** True when the person has an open socket at this process. */
  isConnected(userId: string): boolean;
}
