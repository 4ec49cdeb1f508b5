/** A message that has just been stored. */
export interface NewMessage {
  readonly familyId: string;
  readonly authorId: string;
  readonly sequence: number;
  readonly text: string;
}

/** Tells members whose pages are closed of a message; in the transaction that stores it. */
export type AnnounceMessage = (message: NewMessage, newId: () => string, now: number) => Promise<void>;
