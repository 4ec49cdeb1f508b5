/*
 * The part of a service worker's global scope that Kinmap uses. TypeScript has it in the library `webworker`, which
 * cannot be used beside the library `DOM` of the other files.
 */
import type { NotificationData, ShownOptions, WorkerMessage } from './messages';

interface ExtendableEvent extends Event {
  /** Keeps the worker running until the promise settles. */
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface PushEvent extends ExtendableEvent {
  /** null when the push has no content. */
  readonly data: { text(): string } | null;
}

/** A notification that the worker or a page of the app has shown. */
export interface ShownNotification {
  readonly data: NotificationData | null;
  close(): void;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: ShownNotification;
  /** The button that was clicked; empty: the notification itself. */
  readonly action: string;
}

interface WindowClient {
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: WorkerMessage, transfer: readonly Transferable[]): void;
  focus(): Promise<unknown>;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: WorkerMessageEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface ServiceWorkerScope {
  readonly location: Pick<Location, 'origin'>;
  readonly navigator: {
    /** Missing where the system shows no number on icons. */
    setAppBadge?(count: number): Promise<void>;
  };
  readonly registration: {
    showNotification(title: string, options: ShownOptions): Promise<void>;
  };
  readonly clients: {
    /** The window that was used last comes first. */
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  /** Replaces the active worker at once. */
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
