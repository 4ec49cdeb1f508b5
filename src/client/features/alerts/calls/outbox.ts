import type { SosAnswer, SosEnding } from '#contract/sos';
import type { Storage } from '#client/services/types';

/** How a caller ends their own SOS. */
export type ChosenEnding = Exclude<SosEnding, 'expired'>;

const ANSWERS: readonly SosAnswer[] = ['seen', 'coming', 'safe', 'call'];
const ENDINGS: readonly ChosenEnding[] = ['safe', 'falseAlarm'];

/** What waits, by the id of the SOS. */
export type Waiting<Value extends string> = Record<string, Value>;

/** The entries in a stored text; none when it is not what we wrote. */
function entriesIn<Value extends string>(text: string | null, values: readonly Value[]): Waiting<Value> {
  const isValue = (entry: [string, unknown]): entry is [string, Value] =>
    (values as readonly unknown[]).includes(entry[1]);
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const entries = Object.entries<unknown>(
      typeof stored === 'object' && stored !== null ? { ...stored } : {},
    );
    return Object.fromEntries(entries.filter(isValue));
  } catch {
    return {};
  }
}

interface Kind<Value extends string> {
  key: string;
  values: readonly Value[];
  /** It replaces no other. */
  weakest?: Value;
}

/** What a person does about calls and waits on this device until the server has it, the same for all tabs. */
function createOutbox<Value extends string>(storage: Storage, { key, values, weakest }: Kind<Value>) {
  const read = () => entriesIn(storage.get(key), values);
  function write(waiting: Waiting<Value>): void {
    if (Object.keys(waiting).length === 0) storage.remove(key);
    else storage.set(key, JSON.stringify(waiting));
  }
  return {
    read,
    /** The last one about a call counts. */
    add(id: string, value: Value): void {
      const waiting = read();
      if (value !== weakest || !waiting[id]) write({ ...waiting, [id]: value });
    },
    /** Removes one, unless there is another one about the same SOS meanwhile. */
    remove(id: string, value: Value): void {
      const { [id]: present, ...others } = read();
      if (present === value) write(others);
    },
    clear: () => storage.remove(key),
    /** Another tab has added or removed one. */
    onChanged: (handler: () => void) => storage.onChanged(key, handler),
  };
}
export type Outbox<Value extends string> = ReturnType<typeof createOutbox<Value>>;

/** The answers to calls of others. Having seen a call replaces no other answer. */
export const createAnswerOutbox = (storage: Storage, userId: string): Outbox<SosAnswer> =>
  createOutbox(storage, { key: `sosAnswers:${userId}`, values: ANSWERS, weakest: 'seen' });

/** The ends of the user's own SOS. */
export const createEndOutbox = (storage: Storage, userId: string): Outbox<ChosenEnding> =>
  createOutbox(storage, { key: `sosEnds:${userId}`, values: ENDINGS });
