/** A person who has just become a member of a family. Names are those of that moment. */
export interface Joining {
  readonly familyId: string;
  readonly familyName: string;
  readonly userId: string;
  readonly userName: string;
  /** In epoch milliseconds. */
  readonly joinedAt: number;
  /** Those who were members before. */
  readonly otherMembers: readonly string[];
}

/**
 * Stores alerts of a joining for the other members, in the transaction that stores the joining.
 * @returns what sends them, after the commit
 */
export type AnnounceJoining = (joining: Joining) => Promise<() => void>;
