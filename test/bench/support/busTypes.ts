/** How two processes are joined. */
export type BusWay = 'sharded' | 'pubSub' | 'streams' | 'none';

/** What the parent asks a process. */
export type BusQuestion =
  | { ask: 'speak'; rooms: number; rate: number; seconds: number }
  | { ask: 'figures' }
  | { ask: 'profile'; to: string }
  | { ask: 'profiled' };

/** What it gets to hear. */
export interface BusAnswer {
  readonly port?: number;
  readonly said?: number;
  /** User and system time since the start. */
  readonly cpuMicroseconds?: number;
}
