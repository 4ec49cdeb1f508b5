import type { Citizen } from './town';

export type ServerKind = 'product' | 'plain' | 'socketio' | 'ws' | 'fastify' | 'argon2';

/** What the parent asks a server's process. */
export type Question =
  | { ask: 'figures' }
  | { ask: 'memory' }
  | { ask: 'profile'; to: string }
  | { ask: 'profiled' }
  | { ask: 'verify'; milliseconds: number }
  | { ask: 'end' };

/** What it gets to hear. */
export interface Answer {
  readonly ready?: { readonly citizens: readonly Citizen[]; readonly port: number };
  /** User and system time since the start. */
  readonly cpuMicroseconds?: number;
  /** What the heap holds; not what it keeps free for later. */
  readonly heapBytes?: number;
  /** All memory outside of the heap. */
  readonly outsideBytes?: number;
  /** How late the event loop's turns came since the last question, 99 in 100, milliseconds. */
  readonly lagP99Ms?: number;
  /** Passwords compared by the `argon2` kind, while it was asked to `verify`, and how long that took. */
  readonly verified?: number;
  readonly seconds?: number;
}
