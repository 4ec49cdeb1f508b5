import type * as z from 'zod/mini';
import type {
  AckContent,
  ClientEvent,
  clientEvents,
  ServerEvent,
  ServerEventPayload,
} from '#contract/events';
import type { Family } from '#contract/families';
import type { Geofence } from '#contract/geofences';
import type { Location } from '#contract/locations';
import type { RouteName, routes } from '#contract/routes';
import type { User } from '#contract/session';

type Routes = typeof routes;

/** What a call of this route takes: only the parts that the route asks for. */
export type CallInput<R extends RouteName> = {
  params?: z.input<Routes[R]['params']>;
  query?: z.input<Routes[R]['query']>;
  body?: z.input<Routes[R]['body']>;
};

/** What a route answers, in our one form. */
export type CallAnswer<R extends RouteName> = z.output<Routes[R]['answer']>;

/**
 * HTTP calls by the contract's routes. Whoever calls names the route: schemas stay with the edges, where answers are
 * checked, and out of the bundles that load later (docs/decisions/bundle.md).
 */
export interface Http {
  /** Bearer token of all later calls; null drops the header. */
  setToken(token: string | null): void;
  needsSession(route: RouteName): boolean;
  /** Why the server would not take this body, as one sentence; null when it would. */
  problemIn<R extends RouteName>(route: R, body: CallInput<R>['body']): string | null;
  /** Resolves to the answer in our one form. Rejects with `CallFailed`. */
  call<R extends RouteName>(route: R, input: CallInput<R>): Promise<CallAnswer<R>>;
  /** The same for a route whose answer is a file, however long it is. */
  download<R extends RouteName>(route: R, input: CallInput<R>): Promise<Blob>;
  /** False for a token that later calls do not carry. */
  usesToken(token: string): boolean;
}

/** What happens to the realtime connection. `refused` means that the token is not accepted. */
export type ConnectionSignal = 'connected' | 'lost' | 'refused';

/** The one realtime connection of the page. Handlers may be added before it is open. */
export interface Socket {
  setToken(token: string | null): void;
  open(): void;
  close(): void;
  /**
   * Looks after the connection when the page was hidden or frozen, or the network is back: connects at once, or says
   * `connected` again where it still stands, so that everything that was missed is caught up with.
   */
  reconnect(): void;
  onSignal(handler: (signal: ConnectionSignal) => void): () => void;
  /**
   * Payloads arrive checked and in our one form; malformed ones are dropped and logged. Events that the server keeps
   * for us are acknowledged once their handlers have run.
   */
  on<E extends ServerEvent>(event: E, handler: (payload: ServerEventPayload<E>) => void): () => void;
  /**
   * Resolves once the server has stored it. Rejects with `EmitRefused` when the server does not want it, with
   * `EmitPostponed` when it cannot take it now, and with another error when nobody knows whether it arrived.
   */
  emit<E extends ClientEvent>(event: E, payload: z.input<(typeof clientEvents)[E]>): Promise<AckContent<E>>;
}

/** A position from this device. Degrees WGS 84, metres, ISO 8601 time corrected to the server's clock. */
export interface LocationFix {
  latitude: number;
  longitude: number;
  accuracy: number | null;
  timestamp: string;
}

/** Why the browser gave no position. */
export type GeolocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** The browser's positions. */
export interface Geolocation {
  isSupported(): boolean;
  /** Rejects with `GeolocationFailed`. */
  current(options: PositionOptions): Promise<LocationFix>;
  watch(
    options: PositionOptions,
    onFix: (fix: LocationFix) => void,
    onProblem: (problem: GeolocationProblem) => void,
  ): () => void;
  /** Calls back when the person has allowed it in the browser's settings, where the browser tells. */
  onAllowed(handler: () => void): () => void;
}

/** Small texts kept on this device. Never throws: where the browser forbids storage they last as long as the page. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls back when another tab has changed the key, with its new value; null when it was removed. */
  onChanged(key: string, handler: (value: string | null) => void): () => void;
  /** All keys that begin so. */
  keys(prefix: string): string[];
  /** Calls back when another tab has changed anything under a key that begins so. */
  onAnyChanged(prefix: string, handler: () => void): () => void;
  /** Calls back once, when something could not be kept; at once when that has happened already. */
  onTrouble(handler: () => void): () => void;
}

/** What the map showed last, for a start without a network. Families without their codes, which are secrets. */
export interface OfflineSnapshot {
  user: User;
  families: Omit<Family, 'inviteCode'>[];
  locations: Location[];
  geofences: Geofence[];
}

/** Where this device remembers it, for one person at a time. */
export interface OfflineCache {
  /** null when there is nothing, or it cannot be read. */
  read(): OfflineSnapshot | null;
  keep(seen: OfflineSnapshot): void;
  forget(): void;
}

/** The other tabs of this browser. Names are shared by all of them. */
export interface Tabs {
  /** Runs the work while no other tab runs work of this name; waits its turn. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** True for the first tab that asks within half a minute; the others get false. */
  claim(name: string): Promise<boolean>;
  /** Calls back once this tab leads, and keeps the lead until the returned function is called or the tab closes. */
  lead(name: string, onLead: () => void): () => void;
  /**
   * Makes the tab lead that the person looked at last, and tells each when it begins and stops to. Where the browser
   * cannot choose, every tab leads.
   * @returns what gives the lead up
   */
  leadShown(name: string, handler: (leads: boolean) => void): () => void;
  /** Whether any tab leads. */
  isLed(name: string): Promise<boolean>;
}

/** Time. `now` is epoch milliseconds on the server's clock, as far as it is known. */
export interface Clock {
  now(): number;
  /** Takes over the server's time from an answer. */
  sync(serverTime: number): void;
  /** Calls back before the next animation frame; returns a canceller. */
  nextFrame(handler: () => void): () => void;
  /** Calls back every so many milliseconds; returns a canceller. */
  every(milliseconds: number, handler: () => void): () => void;
}

/** The page we run in. */
export interface Page {
  /** False while its tab is hidden. */
  isShown(): boolean;
  isOnline(): boolean;
  onOnline(handler: (online: boolean) => void): () => void;
  /** Calls back when the page is shown again after it was hidden or frozen. */
  onShown(handler: () => void): () => void;
  /** IANA name of the time zone that the device is set to. */
  timeZone(): string;
  /** null follows the system. */
  setTheme(theme: 'light' | 'dark' | null): void;
  /** Loads the page anew. */
  reload(): void;
}

/**
 * The invitation codes of one's families, outside the store: whoever has a code can join, so none may stand in a state
 * or an action log that is handed around.
 */
export interface InviteCodes {
  /** Takes over the codes of these families and forgets all others. */
  keep(codes: { familyId: string; code: string | null }[]): void;
  of(familyId: string): string | null;
  /** The address that lets somebody into the family; null while its code is not known. */
  linkOf(familyId: string): string | null;
  /** The code of the address by which the page was opened, until it is used; null when there was none. */
  given(): string | null;
  /** The given code has been used. */
  forgetGiven(): void;
  /** Calls back after every change. */
  subscribe(handler: () => void): () => void;
}

/** Pictures from this device. */
export interface Pictures {
  /**
   * Lets the person choose a file; to be called right after a press, or the browser shows nothing.
   * @returns a small square picture as a data URL, without anything else that was in the file; null when nothing was
   *   chosen. Rejects with `PictureRefused`.
   */
  choose(): Promise<string | null>;
}

/** Files that the person keeps. */
export interface Files {
  save(name: string, content: Blob): void;
}

export interface Clipboard {
  /** Rejects when the browser does not allow it. */
  write(text: string): Promise<void>;
}

/** Names that nothing else in the world has. */
export interface Ids {
  next(): string;
}

/** A place that an address search has found. Degrees WGS 84. */
export interface FoundPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Looks addresses up. The public service allows one request a second at most, and none while somebody types. */
export interface Geocoder {
  /** Rejects when it cannot be reached or does not answer in the form we know. */
  search(text: string): Promise<FoundPlace[]>;
  /** The address at a place. Rejects as `search` does, and where there is none. */
  reverse(place: { latitude: number; longitude: number }): Promise<string>;
}

/** The sound of an SOS. */
export interface Alarm {
  sound(): void;
}

export type NotificationsPermission = 'default' | 'granted' | 'denied' | 'unsupported';

/** The system's notifications. */
export interface Notifications {
  permission(): NotificationsPermission;
  /** Asks the person; only after a press, or browsers refuse for ever. */
  ask(): Promise<NotificationsPermission>;
  show(notification: { title: string; text: string; tag: string }): void;
}

/** Where what no person is told about is written for developers. */
export interface Log {
  /** Something that happens in good order too: no signal, a slow fix. */
  info(what: string, reason: unknown): void;
  failure(what: string, reason: unknown): void;
}

/** Every edge of the client. Sagas get them handed in, so that tests can hand in others. */
export interface Services {
  http: Http;
  socket: Socket;
  geolocation: Geolocation;
  storage: Storage;
  offlineCache: OfflineCache;
  tabs: Tabs;
  clock: Clock;
  page: Page;
  clipboard: Clipboard;
  inviteCodes: InviteCodes;
  pictures: Pictures;
  files: Files;
  ids: Ids;
  geocoder: Geocoder;
  alarm: Alarm;
  notifications: Notifications;
  log: Log;
}
