import { createBatchLoader } from '#server/db/batchLoader';

describe('given look-ups that are gathered', () => {
  let stored: Map<string, number>;
  /** What was asked for in each statement. */
  let statements: (readonly string[])[];
  let lookUp: (key: string) => Promise<number | undefined>;
  beforeEach(() => {
    stored = new Map([
      ['ana', 1],
      ['ben', 2],
    ]);
    statements = [];
    lookUp = createBatchLoader(async (keys) => {
      statements.push(keys);
      return new Map([...stored].filter(([key]) => keys.includes(key)));
    });
  });

  test('when several are asked for in one turn, then one statement answers each with its own', async () => {
    const found = await Promise.all(['ana', 'nobody', 'ben', 'ana'].map(lookUp));
    expect(found).toEqual([1, undefined, 2, 1]);
    expect(statements).toEqual([['ana', 'nobody', 'ben']]);
  });

  test('when the database changes, then later look-ups get the new value', async () => {
    expect(await lookUp('ana')).toBe(1);
    stored.set('ana', 7);
    expect(await lookUp('ana')).toBe(7);
  });

  test('when a look-up comes while others are being answered, then it gets an answer of its own', async () => {
    let answer: (() => void) | undefined;
    lookUp = createBatchLoader(async (keys) => {
      statements.push(keys);
      const asRead = new Map(stored);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return asRead;
    });
    const early = lookUp('ana');
    await new Promise(setImmediate);
    answer?.();
    stored.set('ana', 7);
    const late = lookUp('ana');
    await new Promise(setImmediate);
    answer?.();
    expect(await Promise.all([early, late])).toEqual([1, 7]);
    expect(statements).toHaveLength(2);
  });

  test('when the database fails, then these look-ups fail, and later ones are answered', async () => {
    let isAway = true;
    lookUp = createBatchLoader(async () => {
      if (isAway) throw new Error('the database is unreachable');
      return stored;
    });
    const outcomes = await Promise.allSettled(['ana', 'ben'].map(lookUp));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await lookUp('ben')).toBe(2);
  });
});
