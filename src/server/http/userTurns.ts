/** Calls of one user that are answered at the same time. A page makes about ten when it opens, and several may open. */
const AT_ONCE = 50;

/** Answers a call of a user as soon as fewer than so many of theirs are under way, in the order in which they came. */
export type InTurn = <Result>(userId: string, answer: () => Promise<Result>) => Promise<Result>;

interface Calls {
  running: number;
  /** Each lets one call begin. */
  readonly waiting: (() => void)[];
}

/**
 * Lets no user have more than a few calls at once. Otherwise a thousand slow reads of one user would each take a part of
 * every turn of the event loop, and the connections of all others, of which Node takes one in a turn, would wait.
 */
export function userTurns(atOnce = AT_ONCE): InTurn {
  const users = new Map<string, Calls>();
  return async (userId, answer) => {
    const calls = users.get(userId) ?? { running: 0, waiting: [] };
    users.set(userId, calls);
    if (calls.running < atOnce) calls.running += 1;
    else await new Promise<void>((resolve) => calls.waiting.push(resolve));
    try {
      return await answer();
    } finally {
      const next = calls.waiting.shift();
      if (next) next();
      else calls.running -= 1;
      if (calls.running === 0) users.delete(userId);
    }
  };
}

/** The parts of an answer, from the user's turn on. The turn lasts until the reader has taken the last part, or has gone. */
export async function* partsInTurn<Part>(
  inTurn: InTurn,
  userId: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  await new Promise<void>((begin) => {
    void inTurn(userId, () => {
      begin();
      return over;
    });
  });
  try {
    yield* parts;
  } finally {
    end();
  }
}
