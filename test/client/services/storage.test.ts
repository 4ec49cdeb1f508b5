import { createStorage } from '#client/services/storage';

/** Stands in for what the browser does when `localStorage` is touched. */
function browserKeeps(storage: () => Partial<Storage>) {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
}
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

const refusal = (name: string) => () => {
  throw new DOMException('no', name);
};

describe('storage that throws', () => {
  it.each([
    ['may not be touched at all', refusal('SecurityError')],
    [
      'is full',
      () => ({ getItem: () => null, setItem: refusal('QuotaExceededError'), removeItem: () => undefined }),
    ],
    ['is missing', () => undefined as never],
  ])(
    'given it %s, then values last as long as the page and the failure is reported once',
    (_why, storage) => {
      browserKeeps(storage);
      const kept = createStorage();
      const trouble = jest.fn();
      kept.onFailure(trouble);
      for (const value of ['1', '2']) kept.set('token', value);
      expect([kept.get('token'), kept.get('other')]).toEqual(['2', null]);
      kept.remove('token');
      expect(kept.get('token')).toBeNull();
      expect(trouble).toHaveBeenCalledTimes(1);
      const late = jest.fn();
      kept.onFailure(late);
      expect(late).toHaveBeenCalledTimes(1);
    },
  );

  it('given it was full and has space again, then the latest value is used', () => {
    const real = new Map([['token', 'old']]);
    let full = true;
    browserKeeps(() => ({
      getItem: (key) => real.get(key) ?? null,
      setItem: (key, value) => (full ? refusal('QuotaExceededError')() : void real.set(key, value)),
      removeItem: (key) => void real.delete(key),
    }));
    const kept = createStorage();
    kept.set('token', 'new');
    expect(kept.get('token')).toBe('new');
    full = false;
    kept.set('token', 'newer');
    expect([kept.get('token'), real.get('token')]).toEqual(['newer', 'newer']);
  });
});
