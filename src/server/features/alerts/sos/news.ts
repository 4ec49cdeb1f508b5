import type { Publisher } from '#server/publisher';
import { groupBy } from '#server/groupBy';
import { readCalls, type SosStore } from './stored';
import { callFor, viewersCalled } from './view';

/** Sends the current state of calls to open pages. */
export interface SosNews {
  /** Sends a call as it is now to its caller and to the people called who still see the caller; without waiting. */
  publish(sosId: string): void;
  /** A device received the notice of an SOS: its call is published after a short wait, in which others are collected. */
  noticeDelivered(noticeId: string): void;
  /** For the end: resolves when all pending reads are done. */
  stop(): Promise<void>;
}

export interface SosNewsDeps {
  readonly stored: Omit<SosStore, 'alerts'>;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: SosStore) => Promise<Result>): Promise<Result>;
  readonly publisher: Publisher;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

const DELIVERY_BATCH_MS = 1_000;
/** The shortest time between two events about one call. */
const MIN_INTERVAL_MS = 200;
/** Notices that one statement looks up. */
const NOTICES_PER_STATEMENT = 1_000;

/** @see SosNews */
export function sosNews(deps: SosNewsDeps): SosNews {
  const { stored, inTransaction, onError } = deps;
  const pending = new Set<Promise<void>>();
  /** Calls that were published just now; true: they are published again after `MIN_INTERVAL_MS`. */
  const pausing = new Map<string, boolean>();
  let deliveredIds = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function track(work: Promise<void>): void {
    const job = work.catch(onError).finally(() => pending.delete(job));
    pending.add(job);
  }

  /** Waits between two events, because a hundred answers at once would be a hundred events to a hundred people. */
  function publish(sosId: string): void {
    if (pausing.has(sosId)) {
      pausing.set(sosId, true);
      return;
    }
    pausing.set(sosId, false);
    track(sendCall(deps, sosId));
    setTimeout(() => {
      const isAgain = pausing.get(sosId);
      pausing.delete(sosId);
      if (isAgain) publish(sosId);
    }, MIN_INTERVAL_MS).unref();
  }

  async function sendDelivered(): Promise<void> {
    const noticeIds = [...deliveredIds];
    deliveredIds = new Set();
    timer = undefined;
    for (let from = 0; from < noticeIds.length; from += NOTICES_PER_STATEMENT) {
      const sosIds = await stored.reach.callsOf(noticeIds.slice(from, from + NOTICES_PER_STATEMENT));
      for (const id of sosIds) if (await inTransaction(({ calls }) => calls.change(id))) publish(id);
    }
  }

  return {
    publish,
    noticeDelivered(noticeId) {
      deliveredIds.add(noticeId);
      timer ??= setTimeout(() => track(sendDelivered()), DELIVERY_BATCH_MS).unref();
    },
    async stop() {
      clearTimeout(timer);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Sends a call to its caller, and to each group of the people called who see the same. */
async function sendCall({ stored, publisher }: SosNewsDeps, sosId: string): Promise<void> {
  const read = await publisher.readAudience(async () => {
    const call = await stored.calls.byId(sosId);
    return (await readCalls(stored, call ? [call] : []))[0];
  });
  if (!read) return;
  const { call } = read;
  publisher.sosChanged([call.caller_id], callFor(call.caller_id, read));
  // Members of the same families see the same people.
  const groups = groupBy(viewersCalled(read), ({ user_id }) =>
    JSON.stringify(read.viewers.get(user_id)?.toSorted()),
  );
  for (const people of groups.values()) {
    const [first] = people;
    if (first)
      publisher.sosChanged(
        people.map(({ user_id }) => user_id),
        callFor(first.user_id, read),
      );
  }
}
