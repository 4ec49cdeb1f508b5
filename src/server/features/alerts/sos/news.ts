import type { Publisher } from '#server/publisher';
import { groupBy } from '#server/groupBy';
import { readCalls, type SosStore } from './stored';
import { callFor, companionsOf } from './view';

/** Tells open pages how calls are. */
export interface SosNews {
  /** Sends a call as it is now to its caller and to the people called who still see the caller; without waiting. */
  publish(sosId: string): void;
  /** A notice of an SOS got to a device: its call is published soon, once for all that happens until then. */
  noteReached(noticeId: string): void;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
}

export interface SosNewsDeps {
  readonly stored: Omit<SosStore, 'alerts'>;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: SosStore) => Promise<Result>): Promise<Result>;
  readonly publisher: Publisher;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

const REACHED_TOGETHER_MS = 1_000;
/** Between two events about one call. */
const PAUSE_MS = 200;
/** Notices that one statement looks up. */
const NOTICES_AT_ONCE = 1_000;

/** @see SosNews */
export function sosNews({ stored, inTransaction, publisher, onError }: SosNewsDeps): SosNews {
  const pending = new Set<Promise<void>>();
  /** Calls that were published just now; true: again when their pause is over. */
  const pausing = new Map<string, boolean>();
  let reached = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function track(work: Promise<void>): void {
    const job = work.catch(onError).finally(() => pending.delete(job));
    pending.add(job);
  }

  async function send(sosId: string): Promise<void> {
    const call = await stored.calls.byId(sosId);
    const [read] = await readCalls(stored, call ? [call] : []);
    if (!call || !read) return;
    publisher.sosChanged([call.caller_id], callFor(call.caller_id, read));
    // Members of the same families see the same people.
    const groups = groupBy(companionsOf(read), ({ user_id }) =>
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

  /** So that a hundred answers at once are not a hundred events to a hundred people. */
  function publish(sosId: string): void {
    if (pausing.has(sosId)) {
      pausing.set(sosId, true);
      return;
    }
    pausing.set(sosId, false);
    track(send(sosId));
    setTimeout(() => {
      const isAgain = pausing.get(sosId);
      pausing.delete(sosId);
      if (isAgain) publish(sosId);
    }, PAUSE_MS).unref();
  }

  async function sendReached(): Promise<void> {
    const noticeIds = [...reached];
    reached = new Set();
    timer = undefined;
    for (let from = 0; from < noticeIds.length; from += NOTICES_AT_ONCE) {
      const sosIds = await stored.reach.callsOf(noticeIds.slice(from, from + NOTICES_AT_ONCE));
      for (const id of sosIds) if (await inTransaction(({ calls }) => calls.change(id))) publish(id);
    }
  }

  return {
    publish,
    noteReached(noticeId) {
      reached.add(noticeId);
      timer ??= setTimeout(() => track(sendReached()), REACHED_TOGETHER_MS).unref();
    },
    async settled() {
      clearTimeout(timer);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
