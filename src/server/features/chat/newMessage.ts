/** A message that has just been stored. */
export interface NewMessage {
  readonly familyId: string;
  readonly authorId: string;
  readonly sequence: number;
  readonly text: string;
}

/** Stores notices of a message for members whose pages are closed, in the transaction that stores the message. */
export type AnnounceMessage = (message: NewMessage, newId: () => string, now: number) => Promise<void>;
