import type { Location } from '../contract/locations';

/** Telling people what happened. Services know this much of sockets and no more. */
export interface Realtime {
  /** From now on the person's sockets hear the family; everybody concerned is told. */
  memberJoined(familyId: string, userId: string): void;
  /** From now on the person's sockets hear nothing of the family; everybody concerned is told. */
  memberLeft(familyId: string, userId: string): void;
  /**
   * A person is somewhere new.
   * @param familyIds whose members are told, each socket once; the person's other sockets are told as well
   * @param exceptSocketId the socket that brought the news
   */
  locationUpdated(location: Location, familyIds: readonly string[], exceptSocketId?: string): void;
}
