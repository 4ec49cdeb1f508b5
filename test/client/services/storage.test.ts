import { createStorage } from '#client/services/storage';

/** Replaces `localStorage`. @param storage runs at each access */
function replaceLocalStorage(storage: () => Partial<Storage>) {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
}
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

const failing = (name: string) => () => {
  throw new DOMException('no', name);
};

describe('localStorage that throws', () => {
  it.each([
    ['may not be accessed', failing('SecurityError')],
    [
      'is full',
      () => ({ getItem: () => null, setItem: failing('QuotaExceededError'), removeItem: () => undefined }),
    ],
    ['is missing', () => undefined as never],
  ])('given it %s, then values last as long as the page and the failure is reported once', (_why, access) => {
    replaceLocalStorage(access);
    const storage = createStorage();
    const onFailure = jest.fn();
    storage.onFailure(onFailure);
    for (const value of ['1', '2']) storage.set('token', value);
    expect([storage.get('token'), storage.get('other')]).toEqual(['2', null]);
    storage.remove('token');
    expect(storage.get('token')).toBeNull();
    expect(onFailure).toHaveBeenCalledTimes(1);
    const lateListener = jest.fn();
    storage.onFailure(lateListener);
    expect(lateListener).toHaveBeenCalledTimes(1);
  });

  it('given it was full and has space again, then the latest value is used', () => {
    const stored = new Map([['token', 'old']]);
    let isFull = true;
    replaceLocalStorage(() => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => (isFull ? failing('QuotaExceededError')() : void stored.set(key, value)),
      removeItem: (key) => void stored.delete(key),
    }));
    const storage = createStorage();
    storage.set('token', 'new');
    expect(storage.get('token')).toBe('new');
    isFull = false;
    storage.set('token', 'newer');
    expect([storage.get('token'), stored.get('token')]).toEqual(['newer', 'newer']);
  });
});
