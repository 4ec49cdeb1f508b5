import { clockTicked } from '#client/features/session/device/slice';
import { alertsSettingsOpened, mapOpened } from '#client/store/pageActions';
import { findChanges, replay } from '#client/devtools/playback';
import { mayExposeState } from '#client/devtools/devTools';
import { createLogPlayer } from '#client/devtools/logPlayer';
import { rootReducer } from '#client/app/rootReducer';

const at = (path: string) => ({ meta: { path } });
const ACTIONS = [
  clockTicked({ now: 1 }),
  { ...mapOpened(), ...at('/') },
  { ...alertsSettingsOpened(), ...at('/alerts-settings') },
  clockTicked({ now: 2 }),
];

/** A player of four actions and a clock that a test turns. */
function aPlayer(times: number[] | null) {
  let now = 0;
  const ticks = new Set<() => void>();
  const clock = {
    now: () => now,
    every: (_pause: number, tick: () => void) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
  };
  const playback = replay({ actions: ACTIONS, times, path: '/login' }, rootReducer);
  return {
    player: createLogPlayer(playback, clock),
    ticking: () => ticks.size > 0,
    passes(milliseconds: number) {
      now += milliseconds;
      [...ticks].forEach((tick) => tick());
    },
  };
}

it('given times, when it plays, then actions keep their pauses, at most 2 s', () => {
  const { player, passes, ticking } = aPlayer([5_000, 5_500, 65_500, 65_600]);
  player.play();
  const seen = [300, 499, 1, 1_999, 1, 100].map((pause) => {
    passes(pause);
    return player.state().position;
  });
  expect(seen).toEqual([1, 1, 2, 2, 3, 4]);
  expect(player.state()).toEqual({ position: 4, playing: false, speed: 1 });
  expect(ticking()).toBe(false);
});

it('given speed 20 and no times, then 60 actions play per second; at the end it restarts', () => {
  const { player, passes } = aPlayer(null);
  player.setSpeed(20);
  player.play();
  passes(15);
  expect(player.state().position).toBe(1);
  passes(45);
  expect(player.state()).toMatchObject({ position: 4, playing: false });
  player.play();
  expect(player.state()).toMatchObject({ position: 0, playing: true });
});

it('given steps and jumps, then they stay within the log, and a step pauses', () => {
  const { player } = aPlayer(null);
  player.step(-1);
  expect(player.state().position).toBe(0);
  player.jump(99);
  expect(player.state().position).toBe(4);
  player.jump(2);
  player.play();
  player.step(1);
  expect(player.state()).toMatchObject({ position: 3, playing: false });
});

it('given opened pages, then each position has its page', () => {
  const { player } = aPlayer(null);
  expect([0, 1, 2, 3, 4].map(player.playback.pathAt)).toEqual([
    '/login',
    '/login',
    '/',
    '/alerts-settings',
    '/alerts-settings',
  ]);
  expect(player.playback.changedAt(2)).toEqual(['locations']);
});

it('given two states, then the paths of the differences are listed', () => {
  const before = { a: { b: [1, { c: 2 }], same: {} }, gone: 1 };
  const after = { a: { b: [1, { c: 3 }, 4], same: before.a.same } };
  expect(findChanges(before, after)).toEqual([
    { path: 'a.b[1].c', before: 2, after: 3 },
    { path: 'a.b[2]', before: undefined, after: 4 },
    { path: 'gone', before: 1, after: undefined },
  ]);
  expect(findChanges(null, [])).toEqual([{ path: '', before: null, after: [] }]);
});

it.each([
  { production: false, asked: false, signedIn: true, agrees: false, shown: true },
  { production: true, asked: false, signedIn: false, agrees: true, shown: false },
  { production: true, asked: true, signedIn: false, agrees: false, shown: true },
  { production: true, asked: true, signedIn: true, agrees: false, shown: false },
  { production: true, asked: true, signedIn: true, agrees: true, shown: true },
])('given %p, then the inside is shown as it says', ({ agrees, shown, ...page }) => {
  expect(mayExposeState({ ...page, agrees: () => agrees })).toBe(shown);
});
