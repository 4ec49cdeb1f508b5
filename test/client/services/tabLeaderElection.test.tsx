import { electVisibleTab, type RequestLock } from '#client/services/tabLeaderElection';

type Held = (lock: null) => Promise<void> | undefined;
interface Waiting {
  held: Held;
  reject: (reason: Error) => void;
}

/** Locks as browsers have them: one holder, a queue, and stealing. */
function someLocks(): RequestLock {
  let holder: Waiting | null = null;
  const queue: Waiting[] = [];
  async function hold(next: Waiting, resolve?: () => void): Promise<void> {
    await next.held(null);
    resolve?.();
    if (holder === next) give(queue.shift());
  }
  function give(next: Waiting | undefined, resolve?: () => void): void {
    holder = next ?? null;
    if (!next) return;
    void hold(next, resolve);
  }
  const request = (_name: string, { steal, signal }: LockOptions, held: Held) =>
    new Promise<void>((resolve, reject) => {
      const one = { held, reject };
      if (steal) {
        holder?.reject(new Error('stolen'));
        return give(one, resolve);
      }
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(one);
        if (place >= 0) reject(queue.splice(place, 1)[0] && new Error('aborted'));
      });
      if (holder) queue.push(one);
      else give(one, resolve);
    });
  return request as RequestLock;
}

const waitForLocks = () => new Promise((resolve) => setTimeout(resolve, 5));

function shows(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
}

it('given three tabs, then only the one that was visible last leads, until it closes', async () => {
  const request = someLocks();
  const leads = [false, false, false];
  const tabs: (() => void)[] = [];
  const open = (index: number) => {
    tabs[index] = electVisibleTab(
      request,
      'x',
      (leading) => (leads[index] = leading),
      async () => true,
    );
  };
  shows('visible');
  open(0);
  await waitForLocks();
  expect(leads).toEqual([true, false, false]);
  open(1);
  await waitForLocks();
  expect(leads).toEqual([false, true, false]);
  shows('hidden');
  open(2);
  await waitForLocks();
  expect(leads).toEqual([false, true, false]);
  tabs[1]?.();
  leads[1] = false;
  await waitForLocks();
  expect(leads).toEqual([true, false, false]);
  tabs[0]?.();
  leads[0] = false;
  await waitForLocks();
  expect(leads).toEqual([false, false, true]);
});

it('given a visible tab that may not take over, then it waits until the leader closes', async () => {
  const request = someLocks();
  const leads = [false, false];
  const mayTakeOver = async () => false;
  shows('visible');
  const closeFirst = electVisibleTab(request, 'x', (leading) => (leads[0] = leading), mayTakeOver);
  electVisibleTab(request, 'x', (leading) => (leads[1] = leading), mayTakeOver);
  dispatchEvent(new Event('focus'));
  await waitForLocks();
  expect(leads).toEqual([true, false]);
  closeFirst();
  await waitForLocks();
  expect(leads[1]).toBe(true);
});

it('given a tab that resigns while it is asked whether it may take over, then it takes nothing over', async () => {
  const request = someLocks();
  const isLeader = jest.fn();
  const isOtherLeader = jest.fn();
  electVisibleTab(request, 'x', isOtherLeader, async () => false);
  await waitForLocks();
  const resign = electVisibleTab(request, 'x', isLeader, async () => true);
  resign();
  await waitForLocks();
  expect(isOtherLeader.mock.calls).toEqual([[true]]);
  expect(isLeader).not.toHaveBeenCalled();
});
