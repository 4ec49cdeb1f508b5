import type { UploadWatch } from '#client/services/uploadFile';
import { setImmediate } from 'node:timers';
import { codeOf } from '#contract/errorAnswers';
import type { ServerEvent } from '#contract/events';
import { type RouteName, routes } from '#contract/routes';
import { createShownSecrets } from '#client/services/shownSecrets';
import { createOfflineCache } from '#client/services/offlineCache';
import { RequestFailed } from '#client/services/errors';
import type {
  RouteInput,
  ConnectionSignal,
  DeviceSubscription,
  LocationFix,
  FoundPlace,
  GeolocationProblem,
  NotificationPermissionState,
  PushSupport,
  Services,
} from '#client/services/types';

/** What one HTTP route answers in a test: a value, or a failure to throw. */
type Answers = Record<string, (input: RouteInput<RouteName>) => unknown>;

/** What the browser's push service gives. */
const SUBSCRIPTION = { endpoint: 'https://push.test/1', keys: { p256dh: 'p256dh', auth: 'auth' } };

/** The time that fake clocks show. */
export const NOW = Date.parse('2026-05-01T12:00:00.000Z');

function listeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    add(handler: (value: T) => void) {
      all.add(handler);
      return () => void all.delete(handler);
    },
    emit: (value: T) => all.forEach((handler) => handler(value)),
    count: () => all.size,
  };
}

/**
 * Services that a test controls: it decides what HTTP answers, and triggers events of the socket, the positions and the
 * network. Every call of a service is recorded.
 */
export function fakeServices(answers: Answers = {}) {
  const signals = listeners<ConnectionSignal>();
  const events = new Map<ServerEvent, ReturnType<typeof listeners<never>>>();
  const fixes = listeners<LocationFix>();
  const problems = listeners<GeolocationProblem>();
  const online = listeners<boolean>();
  const ticks = listeners<void>();
  const changes = listeners<{ key: string; value: string | null }>();
  const storageFailures = listeners<void>();
  const permissions = listeners<PermissionState>();
  const pageShows = listeners<void>();
  const updates = listeners<void>();
  const clicks = listeners<string>();
  const leaderChanges = listeners<boolean>();
  const stored = new Map<string, string>();
  const frames: (() => void)[] = [];
  const recorded = {
    calls: [] as { path: string; input: RouteInput<RouteName> }[],
    tokens: [] as (string | null)[],
    emitted: [] as { event: string; payload: unknown }[],
    failures: [] as string[],
    infos: [] as string[],
    copied: [] as string[],
    themes: [] as (string | null)[],
    openSockets: 0,
    alarms: 0,
    answerSounds: 0,
    notifications: [] as { title: string; text: string; tag: string; path: string }[],
    badges: [] as number[],
    unsubscriptions: 0,
    geocoderSearches: [] as string[],
    onClaim: [] as string[],
    reloads: 0,
    screenLocks: 0,
    updateChecks: 0,
    appliedUpdates: 0,
    savedFileNames: [] as string[],
    geocoderLookups: [] as { latitude: number; longitude: number }[],
    savedFiles: [] as Blob[],
    reconnects: 0,
    watchOptions: [] as PositionOptions[],
  };
  let codes = new Map<string, string | null>();
  let position: () => Promise<LocationFix> = () => Promise.reject(new Error('no position in this test'));
  let emit: (event: string, payload: unknown) => Promise<unknown> = () => Promise.resolve();
  let isGeolocationSupported = true;
  let locationPermission: PermissionState = 'prompt';
  let isLeader = true;
  let isPageShown = true;
  let permission: NotificationPermissionState = 'default';
  let answerToQuestion: NotificationPermissionState = 'granted';
  let pushSupport: PushSupport = 'supported';
  let subscription: DeviceSubscription | null = null;
  let subscribe = async (publicKey: string): Promise<DeviceSubscription> => ({ ...SUBSCRIPTION, publicKey });
  let search: (text: string) => Promise<FoundPlace[]> = () => Promise.resolve([]);
  let choose: () => Promise<string | null> = () => Promise.resolve(null);
  let chosenFile: File | null = null;
  let upload = async (_file: Blob, _watch: UploadWatch): Promise<unknown> => {
    throw new RequestFailed(null);
  };
  let given: string | null = null;
  let fragment = '';
  let reverse: () => Promise<string> = () => Promise.reject(new Error('no address in this test'));
  let named = 0;
  let isFirst: (name: string) => boolean = () => true;
  let now = NOW;
  let screensHeld = 0;

  const services: Services = {
    http: {
      setToken: (token) => void recorded.tokens.push(token),
      usesToken: (token) => recorded.tokens.at(-1) === token,
      download: async (name, input) => {
        recorded.calls.push({ path: routes[name].path, input });
        return new Blob(['{}']);
      },
      upload: async (name, input, file, watch) => {
        const route = routes[name];
        recorded.calls.push({ path: route.path, input });
        return (await upload(file, watch)) as never;
      },
      needsSession: (name) => routes[name].auth === 'session',
      validate: (name, body) => {
        const checked = routes[name].body.safeParse(body);
        return checked.success ? null : { code: codeOf(checked.error.issues[0]) };
      },
      call: async (name, input) => {
        const route = routes[name];
        recorded.calls.push({ path: route.path, input });
        const answer = answers[`${route.method} ${route.path}`];
        if (!answer) throw new RequestFailed(null);
        return (await answer(input)) as never;
      },
    },
    socket: {
      setToken: () => undefined,
      open: () => void (recorded.openSockets += 1),
      close: () => void (recorded.openSockets -= 1),
      reconnect: () => void (recorded.reconnects += 1),
      onSignal: signals.add,
      on: (event, handler) => {
        const set = events.get(event) ?? listeners<never>();
        events.set(event, set);
        return set.add(handler);
      },
      emit: async (event, payload) => {
        const answer = await emit(event, payload);
        recorded.emitted.push({ event, payload });
        return (answer ?? (event === 'sos:trigger' ? { id: null, people: [] } : undefined)) as never;
      },
    },
    geolocation: {
      isSupported: () => isGeolocationSupported,
      isAllowed: async () => locationPermission === 'granted',
      current: () => position(),
      watch: (options, onFix, onProblem) => {
        recorded.watchOptions.push(options);
        const stopFixes = fixes.add(onFix);
        const stopProblems = problems.add(onProblem);
        return () => {
          stopFixes();
          stopProblems();
        };
      },
      onPermission: (handler) => {
        handler(locationPermission);
        return permissions.add(handler);
      },
    },
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
      onChanged: (key, handler) => changes.add((change) => change.key === key && handler(change.value)),
      keys: (prefix) => [...stored.keys()].filter((key) => key.startsWith(prefix)),
      onPrefixChanged: (prefix, handler) => changes.add(({ key }) => key.startsWith(prefix) && handler()),
      onFailure: storageFailures.add,
    },
    offlineCache: {
      read: () => createOfflineCache(services.storage).read(),
      save: (seen) => createOfflineCache(services.storage).save(seen),
      clear: () => createOfflineCache(services.storage).clear(),
    },
    tabs: {
      runExclusive: (_name, work) => work(),
      acquireOnce: async (name) => {
        recorded.onClaim.push(name);
        return isFirst(name);
      },
      becomeLeader: (_name, onLead) => {
        onLead();
        return () => undefined;
      },
      electVisibleTab: (_name, handler) => {
        handler(isLeader);
        return leaderChanges.add(handler);
      },
      hasLeader: async () => false,
    },
    clock: {
      now: () => now,
      sync: () => undefined,
      nextFrame: (handler) => {
        frames.push(handler);
        return () => void frames.splice(0, frames.length, ...frames.filter((frame) => frame !== handler));
      },
      every: (_milliseconds, handler) => ticks.add(handler),
      nextTask: () => Promise.resolve(),
    },
    page: {
      isShown: () => isPageShown,
      isOnline: () => true,
      onOnline: online.add,
      onShown: pageShows.add,
      takeFragment: () => {
        const taken = fragment;
        fragment = '';
        return taken;
      },
      reload: () => void (recorded.reloads += 1),
      keepScreenOn: () => {
        recorded.screenLocks += 1;
        screensHeld += 1;
        return () => void (screensHeld -= 1);
      },
      timeZone: () => 'Europe/Ljubljana',
      setTheme: (theme) => void recorded.themes.push(theme),
    },
    clipboard: { write: async (text) => void recorded.copied.push(text) },
    loadAppUpdates: async () => ({
      watch: updates.add,
      check: () => void (recorded.updateChecks += 1),
      apply: () => void (recorded.appliedUpdates += 1),
    }),
    loadPush: async () => ({
      support: () => pushSupport,
      userAgent: () => 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      current: async () => subscription,
      subscribe: async (publicKey) => (subscription = await subscribe(publicKey)),
      unsubscribe: async () => {
        recorded.unsubscriptions += 1;
        subscription = null;
      },
      show: async (notification) => void recorded.notifications.push(notification),
      shownTags: async () => recorded.notifications.map(({ tag }) => tag),
      closeShown: async (isOver) => {
        const left = recorded.notifications.filter(({ tag }) => !isOver(tag));
        recorded.notifications.splice(0, Infinity, ...left);
      },
      setBadge: async (count) => void recorded.badges.push(count),
      onClick: clicks.add,
    }),
    shownSecrets: createShownSecrets(),
    isCommonPassword: async (password) => password === 'password123',
    passkeys: {
      isSupported: () => true,
      create: () => Promise.resolve({ id: 'new-passkey' }),
      get: () => Promise.resolve({ id: 'passkey' }),
    },
    inviteCodes: {
      replaceAll: (next) => void (codes = new Map(next.map(({ familyId, code }) => [familyId, code]))),
      get: (familyId) => codes.get(familyId) ?? null,
      getLink: (familyId) => {
        const code = codes.get(familyId);
        return code ? `http://kinmap.test/family-setup#code=${code}` : null;
      },
      getPending: () => given,
      clearPending: () => void (given = null),
      subscribe: () => () => undefined,
    },
    pictures: { choose: () => choose() },
    files: {
      choose: () => Promise.resolve(chosenFile),
      save: (name, content) => {
        recorded.savedFileNames.push(name);
        recorded.savedFiles.push(content);
      },
    },
    ids: { next: () => `id-${(named += 1)}` },
    geocoder: {
      search: (text) => {
        recorded.geocoderSearches.push(text);
        return search(text);
      },
      reverse: (place) => {
        recorded.geocoderLookups.push(place);
        return reverse();
      },
    },
    alarm: { play: (sound = 'sos') => void (recorded[sound === 'sos' ? 'alarms' : 'answerSounds'] += 1) },
    notifications: {
      permission: () => permission,
      requestPermission: async () => (permission = answerToQuestion),
    },
    log: {
      info: (what) => void recorded.infos.push(what),
      failure: (what) => void recorded.failures.push(what),
    },
  };

  function changeLocationPermission(next: PermissionState): void {
    locationPermission = next;
    permissions.emit(next);
  }

  return {
    services,
    recorded,
    stored,
    answers,
    emitSignal: signals.emit,
    receive: (event: ServerEvent, payload: unknown) => events.get(event)?.emit(payload as never),
    listenersOf: (event: ServerEvent) => events.get(event)?.count() ?? 0,
    signalListeners: signals.count,
    receiveFix: fixes.emit,
    watchCount: fixes.count,
    failGeolocation: problems.emit,
    setOnline: online.emit,
    /** Another tab has kept something, or removed it (null). */
    storeInOtherTab(key: string, value: string | null) {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
      changes.emit({ key, value });
    },
    failStorage: storageFailures.emit,
    grantGeolocation: () => changeLocationPermission('granted'),
    denyGeolocation: () => changeLocationPermission('denied'),
    showPage() {
      isPageShown = true;
      pageShows.emit();
    },
    findUpdate: () => updates.emit(),
    clickNotification: clicks.emit,
    setPermission: (next: NotificationPermissionState) => void (permission = next),
    /** What the user answers when the browser asks for the permission. */
    onPermissionAsked: (next: NotificationPermissionState) => void (answerToQuestion = next),
    setPushSupport: (next: PushSupport) => void (pushSupport = next),
    onSubscribe: (next: typeof subscribe) => void (subscribe = next),
    subscription: () => subscription,
    /** Whether this tab is the first that asks for a name; it is unless a test says otherwise. */
    onClaim: (next: (name: string) => boolean) => void (isFirst = next),
    listenerCounts: () => ({
      signals: signals.count(),
      events: [...events.values()].reduce((sum, { count }) => sum + count(), 0),
      fixes: fixes.count(),
      online: online.count(),
      changes: changes.count(),
      pageShows: pageShows.count(),
      storageFailures: storageFailures.count(),
      permissions: permissions.count(),
      clicks: clicks.count(),
      frames: frames.length,
    }),
    chooseFile: (next: File | null) => void (chosenFile = next),
    onUpload: (next: typeof upload) => void (upload = next),
    onChoosePicture: (next: () => Promise<string | null>) => void (choose = next),
    /** The page was opened by a link with this behind its #. */
    setFragment: (next: string) => void (fragment = next),
    receiveInviteCode: (code: string) => void (given = code),
    drawFrame: () => frames.splice(0).forEach((frame) => frame()),
    onLocate: (next: () => Promise<LocationFix>) => void (position = next),
    setLeader: (next: boolean) => {
      isLeader = next;
      leaderChanges.emit(next);
    },
    onEmit: (next: typeof emit) => void (emit = next),
    /** How many hold the screen on now. */
    screensHeld: () => screensHeld,
    hidePage: () => void (isPageShown = false),
    onSearch: (next: typeof search) => void (search = next),
    onReverse: (next: typeof reverse) => void (reverse = next),
    /** Fires every timer once. */
    fireTimers: ticks.emit,
    timerCount: ticks.count,
    setNow: (next: number) => void (now = next),
    disableGeolocation: () => void (isGeolocationSupported = false),
  };
}

export type FakeServices = ReturnType<typeof fakeServices>;

/**
 * Resolves once all pending promises have settled, and what they started as well. Takes the real `setImmediate`, which
 * runs after the microtask queue is empty, also under fake timers.
 */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
