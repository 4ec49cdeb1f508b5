import type { SosTrigger } from '#contract/alerts';
import type { SosAck, SosAnswer, SosCall, SosDetails, SosMove } from '#contract/sos';
import type { Clock, Ids } from '#server/clock';
import type { Publisher } from '#server/publisher';
import type { AlertDelivery } from '../delivery';
import type { SosNews } from './news';
import type { SosStore } from './stored';

/** Who calls. */
export interface Caller {
  readonly userId: string;
  /** Whether the client names its device: one that knows only the specification does not, and can end no call. */
  readonly hasDevice: boolean;
  /** When they called, epoch milliseconds; now by default. Phones may report it late. */
  readonly calledAt?: number;
}

/** What is asked about a trigger. */
export interface TriggerLimits {
  /** Before a trigger that repeats none is stored. @throws when it is refused */
  beforeNew(): Promise<void>;
  /** Whether the answer to one that repeats another says who was called: in large families that takes milliseconds. */
  mayListPeople(): Promise<boolean>;
}

/** The life of a call for help, from its trigger to its end. */
export interface SosService {
  /**
   * Opens a call to everyone who may see the caller, or renews the one that is open, unless the trigger repeats one.
   * Resolves once the alert is stored for each of them. Repeats are never refused.
   * @throws DomainError when there is no recipient, because an SOS without one must not look delivered
   */
  trigger(caller: Caller, trigger: SosTrigger, limits: TriggerLimits): Promise<SosAck>;
  /** The call of a person that is open. */
  openCallOf(userId: string): Promise<string | undefined>;
  /** Takes a new position of the caller; the people called get some of them, and some are stored. */
  move(userId: string, move: SosMove): Promise<void>;
  /**
   * Takes a new position of a phone that may have called: like `move`, for the open call that it has made.
   * @param prefix of the client ids of its triggers
   */
  moveOfPhone(userId: string, prefix: string, position: Omit<SosMove, 'id'>): Promise<void>;
  /** The calls by and to a person, newest first, in parts that are read from the database as they are sent. */
  list(userId: string): Promise<AsyncIterable<readonly SosCall[]>>;
  get(userId: string, id: string): Promise<SosDetails>;
  /**
   * Takes the answer of a member who was called. The last answer counts; `seen` replaces none.
   * @param beforeChange is asked before an answer that changes something, and may refuse it
   */
  answer(
    userId: string,
    said: { id: string; answer: SosAnswer },
    beforeChange: (userId: string) => Promise<void>,
  ): Promise<SosCall>;
  /**
   * Answers from a notification, for its recipient.
   * @returns false when the receipt is unknown
   * @throws DomainError when the call is over
   */
  answerByReceipt(
    receipt: string,
    answer: SosAnswer,
    beforeChange: (userId: string) => Promise<void>,
  ): Promise<boolean>;
  /** Ends a call. @throws DomainError for anyone but its caller */
  close(userId: string, id: string, ending: 'safe' | 'falseAlarm'): Promise<SosCall>;
  /** Deletes old calls. */
  deleteExpired(): Promise<void>;
}

export interface SosDeps {
  readonly stored: Omit<SosStore, 'alerts'>;
  /** The same for triggers, which wait for no other reads. */
  readonly storedUrgently: Omit<SosStore, 'alerts'>;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: SosStore) => Promise<Result>): Promise<Result>;
  readonly delivery: AlertDelivery;
  readonly news: SosNews;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}
