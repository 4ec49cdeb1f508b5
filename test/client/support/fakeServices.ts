import { errorMessage, validationError } from '#contract/errors';
import type { ServerEvent } from '#contract/events';
import { type RouteName, routes } from '#contract/routes';
import { createOfflineCache } from '#client/services/offlineCache';
import { CallFailed } from '#client/services/errors';
import type {
  CallInput,
  ConnectionSignal,
  LocationFix,
  FoundPlace,
  GeolocationProblem,
  NotificationsPermission,
  Services,
} from '#client/services/types';

/** What one HTTP route answers in a test: a value, or a failure to throw. */
type Answers = Record<string, (input: CallInput<RouteName>) => unknown>;

/** The time at which fake clocks stand. */
export const NOW = Date.parse('2026-05-01T12:00:00.000Z');

function listeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    add(handler: (value: T) => void) {
      all.add(handler);
      return () => void all.delete(handler);
    },
    tell: (value: T) => all.forEach((handler) => handler(value)),
    count: () => all.size,
  };
}

/**
 * Edges that a test holds in its hands: it says what HTTP answers, and makes the socket, the browser's positions and
 * the network do things. Everything that left through an edge is written down.
 */
export function fakeServices(answers: Answers = {}) {
  const signals = listeners<ConnectionSignal>();
  const events = new Map<ServerEvent, ReturnType<typeof listeners<never>>>();
  const fixes = listeners<LocationFix>();
  const problems = listeners<GeolocationProblem>();
  const online = listeners<boolean>();
  const ticks = listeners<void>();
  const changes = listeners<{ key: string; value: string | null }>();
  const troubles = listeners<void>();
  const allowances = listeners<void>();
  const shows = listeners<void>();
  const leaders = listeners<boolean>();
  const kept = new Map<string, string>();
  const frames: (() => void)[] = [];
  const made = {
    calls: [] as { path: string; input: CallInput<RouteName> }[],
    tokens: [] as (string | null)[],
    emitted: [] as { event: string; payload: unknown }[],
    failures: [] as string[],
    notes: [] as string[],
    copied: [] as string[],
    themes: [] as (string | null)[],
    openSockets: 0,
    alarms: 0,
    notifications: [] as { title: string; text: string; tag: string }[],
    searches: [] as string[],
    claims: [] as string[],
    reloads: 0,
    saved: [] as string[],
    lookups: [] as { latitude: number; longitude: number }[],
    files: [] as Blob[],
    wakes: 0,
    watchOptions: [] as PositionOptions[],
  };
  let codes = new Map<string, string | null>();
  let position: () => Promise<LocationFix> = () => Promise.reject(new Error('no position in this test'));
  let emit: (event: string, payload: unknown) => Promise<unknown> = () => Promise.resolve();
  let supported = true;
  let leads = true;
  let shown = true;
  let permission: NotificationsPermission = 'default';
  let search: (text: string) => Promise<FoundPlace[]> = () => Promise.resolve([]);
  let choose: () => Promise<string | null> = () => Promise.resolve(null);
  let given: string | null = null;
  let reverse: () => Promise<string> = () => Promise.reject(new Error('no address in this test'));
  let named = 0;
  let isFirst: (name: string) => boolean = () => true;
  let now = NOW;

  const services: Services = {
    http: {
      setToken: (token) => void made.tokens.push(token),
      usesToken: (token) => made.tokens.at(-1) === token,
      download: async (name, input) => {
        made.calls.push({ path: routes[name].path, input });
        return new Blob(['{}']);
      },
      needsSession: (name) => routes[name].auth === 'session',
      problemIn: (name, body) => {
        const checked = routes[name].body.safeParse(body);
        return checked.success ? null : errorMessage(validationError(checked.error));
      },
      call: async (name, input) => {
        const route = routes[name];
        made.calls.push({ path: route.path, input });
        const answer = answers[`${route.method} ${route.path}`];
        if (!answer) throw new CallFailed(null, null);
        return (await answer(input)) as never;
      },
    },
    socket: {
      setToken: () => undefined,
      open: () => void (made.openSockets += 1),
      close: () => void (made.openSockets -= 1),
      reconnect: () => void (made.wakes += 1),
      onSignal: signals.add,
      on: (event, handler) => {
        const set = events.get(event) ?? listeners<never>();
        events.set(event, set);
        return set.add(handler);
      },
      emit: async (event, payload) => {
        const answer = await emit(event, payload);
        made.emitted.push({ event, payload });
        return answer as never;
      },
    },
    geolocation: {
      isSupported: () => supported,
      current: () => position(),
      watch: (options, onFix, onProblem) => {
        made.watchOptions.push(options);
        const stopFixes = fixes.add(onFix);
        const stopProblems = problems.add(onProblem);
        return () => {
          stopFixes();
          stopProblems();
        };
      },
      onAllowed: allowances.add,
    },
    storage: {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
      onChanged: (key, handler) => changes.add((change) => change.key === key && handler(change.value)),
      keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
      onAnyChanged: (prefix, handler) => changes.add(({ key }) => key.startsWith(prefix) && handler()),
      onTrouble: troubles.add,
    },
    offlineCache: {
      read: () => createOfflineCache(services.storage).read(),
      keep: (seen) => createOfflineCache(services.storage).keep(seen),
      forget: () => createOfflineCache(services.storage).forget(),
    },
    tabs: {
      alone: (_name, work) => work(),
      claim: async (name) => {
        made.claims.push(name);
        return isFirst(name);
      },
      lead: (_name, onLead) => {
        onLead();
        return () => undefined;
      },
      leadShown: (_name, handler) => {
        handler(leads);
        return leaders.add(handler);
      },
      isLed: async () => false,
    },
    clock: {
      now: () => now,
      sync: () => undefined,
      nextFrame: (handler) => {
        frames.push(handler);
        return () => void frames.splice(0, frames.length, ...frames.filter((frame) => frame !== handler));
      },
      every: (_milliseconds, handler) => ticks.add(handler),
    },
    page: {
      isShown: () => shown,
      isOnline: () => true,
      onOnline: online.add,
      onShown: shows.add,
      reload: () => void (made.reloads += 1),
      timeZone: () => 'Europe/Ljubljana',
      setTheme: (theme) => void made.themes.push(theme),
    },
    clipboard: { write: async (text) => void made.copied.push(text) },
    inviteCodes: {
      keep: (next) => void (codes = new Map(next.map(({ familyId, code }) => [familyId, code]))),
      of: (familyId) => codes.get(familyId) ?? null,
      linkOf: (familyId) => {
        const code = codes.get(familyId);
        return code ? `http://kinmap.test/family-setup#code=${code}` : null;
      },
      given: () => given,
      forgetGiven: () => void (given = null),
      subscribe: () => () => undefined,
    },
    pictures: { choose: () => choose() },
    files: {
      save: (name, content) => {
        made.saved.push(name);
        made.files.push(content);
      },
    },
    ids: { next: () => `name-${(named += 1)}` },
    geocoder: {
      search: (text) => {
        made.searches.push(text);
        return search(text);
      },
      reverse: (place) => {
        made.lookups.push(place);
        return reverse();
      },
    },
    alarm: { sound: () => void (made.alarms += 1) },
    notifications: {
      permission: () => permission,
      ask: async () => (permission = 'granted'),
      show: (notification) => void made.notifications.push(notification),
    },
    log: { info: (what) => void made.notes.push(what), failure: (what) => void made.failures.push(what) },
  };

  return {
    services,
    made,
    kept,
    answers,
    signal: signals.tell,
    serverSends: (event: ServerEvent, payload: unknown) => events.get(event)?.tell(payload as never),
    listenersOf: (event: ServerEvent) => events.get(event)?.count() ?? 0,
    signalListeners: signals.count,
    takesFix: fixes.tell,
    watchers: fixes.count,
    hasProblem: problems.tell,
    goesOnline: online.tell,
    /** Another tab has kept something, or removed it (null). */
    otherTabKeeps(key: string, value: string | null) {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
      changes.tell({ key, value });
    },
    storageFails: troubles.tell,
    positionIsAllowed: allowances.tell,
    isShownAgain() {
      shown = true;
      shows.tell();
    },
    /** Whether this tab is the first that asks for a name; it is unless a test says otherwise. */
    claims: (next: (name: string) => boolean) => void (isFirst = next),
    listenerCounts: () => ({
      signals: signals.count(),
      events: [...events.values()].reduce((sum, { count }) => sum + count(), 0),
      fixes: fixes.count(),
      online: online.count(),
      changes: changes.count(),
      shows: shows.count(),
      troubles: troubles.count(),
      allowances: allowances.count(),
      frames: frames.length,
    }),
    picks: (next: () => Promise<string | null>) => void (choose = next),
    isGiven: (code: string) => void (given = code),
    drawFrame: () => frames.splice(0).forEach((frame) => frame()),
    browserIsAt: (next: () => Promise<LocationFix>) => void (position = next),
    leadsTabs: (next: boolean) => {
      leads = next;
      leaders.tell(next);
    },
    emitDoes: (next: typeof emit) => void (emit = next),
    hides: () => void (shown = false),
    geocoderFinds: (next: typeof search) => void (search = next),
    addressIs: (next: typeof reverse) => void (reverse = next),
    /** Every timer comes round once. */
    tick: ticks.tell,
    timers: ticks.count,
    isNow: (next: number) => void (now = next),
    withoutGeolocation: () => void (supported = false),
  };
}

export type FakeServices = ReturnType<typeof fakeServices>;

/** Lets everything that is already on its way happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
