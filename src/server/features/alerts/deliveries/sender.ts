import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/clock';
import type { DeliveryRow } from '#server/db/schema';
import { whenSettled } from '../turns';
import type { DeliveryRepository, DeliveryResult } from './repository';
import { SENDING_RULES } from './rules';

/** Sends stored notices to devices and addresses without an open page. Several processes can do so side by side. */
export interface DeliverySender {
  /** Looks for due deliveries now; it looks at a fixed interval anyway. */
  sendDue(): void;
  start(): void;
  /** Stops taking deliveries. Resolves when those in progress are finished. */
  stop(): Promise<void>;
}

export interface SenderDeps {
  deliveries: DeliveryRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (deliveries: DeliveryRepository) => Promise<Result>): Promise<Result>;
  /** Sends one, or finds that it should not be sent. */
  send(delivery: DeliveryRow): Promise<DeliveryResult>;
  /** Called when a notice of an SOS was sent, or could not be sent. */
  onSosSent(noticeId: string): void;
  clock: Clock;
  /** How often it looks for due deliveries. */
  pollIntervalMs: number;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** Longer than a channel's timeout: what a process that died had taken is sent by another one then. */
const LEASE_MS = 30_000;
/** Deliveries at the same time. A process that is killed may have sent this many without recording it. */
const IN_FLIGHT = 20;
/** A delivery that takes longer frees its slot, so that a slow service or webhook delays no SOS. */
const SLOW_AFTER_MS = 1_000;
/** The number of slots that only an SOS may use. */
const RESERVED_FOR_SOS = 5;
const LOWEST_RANK = Math.max(...Object.values(SENDING_RULES).map(({ rank }) => rank));

/** @see DeliverySender */
export function deliverySender(deps: SenderDeps): DeliverySender {
  const { deliveries, inTransaction, clock, pollIntervalMs, onError } = deps;
  const inFlight = new Set<Promise<void>>();
  /** How many of them are not slow yet. */
  let slotsUsed = 0;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollsAgain = false;
  let isStopped = false;

  function launch(delivery: DeliveryRow): void {
    const job: Promise<void> = attempt(deps, delivery)
      // An unfinished delivery is claimed again when its lease ends.
      .catch(onError)
      .finally(() => void inFlight.delete(job));
    inFlight.add(job);
    slotsUsed += 1;
    whenSettled(job, SLOW_AFTER_MS, () => {
      slotsUsed -= 1;
      if (slotsUsed < IN_FLIGHT / 2) sendDue();
    });
  }

  async function claim(rank: number, limit: number): Promise<void> {
    if (limit <= 0 || isStopped) return;
    const now = clock.now();
    const by = randomUUID();
    const claimed = await inTransaction((stored) =>
      stored.claim({ by, now, until: now + LEASE_MS, rank, limit }),
    );
    claimed.forEach(launch);
  }

  async function poll(): Promise<void> {
    do {
      pollsAgain = false;
      // Reading costs less than a transaction that writes nothing.
      if (!(await deliveries.hasDue(clock.now()))) return;
      await claim(SENDING_RULES.sos.rank, IN_FLIGHT - slotsUsed);
      await claim(LOWEST_RANK, IN_FLIGHT - RESERVED_FOR_SOS - slotsUsed);
    } while (pollsAgain);
  }

  function sendDue(): void {
    if (isStopped) return;
    pollsAgain = true;
    polling ??= poll()
      .catch(onError)
      .finally(() => {
        polling = undefined;
      });
  }

  return {
    sendDue,
    start() {
      timer = setInterval(sendDue, pollIntervalMs).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await polling;
      await Promise.all(inFlight);
    },
  };
}

async function attempt(
  { send, inTransaction, onSosSent, clock }: SenderDeps,
  delivery: DeliveryRow,
): Promise<void> {
  const result = await send(delivery);
  await inTransaction((stored) => stored.finish(delivery, result, clock.now()));
  if (delivery.rank === SENDING_RULES.sos.rank) onSosSent(delivery.notice_id);
}
