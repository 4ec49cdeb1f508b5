import type { Motion } from '#shared/motion';
import type { PhoneApp, PhoneIgnored } from '#contract/phones';
import type { IncrementalTask } from '#shared/timeSlicing';

/** A request of a phone. */
export interface PhoneRequest {
  readonly app: PhoneApp;
  readonly method: string;
  /** As it stands in the address, without the question mark. */
  readonly query: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

export type { Motion };
export type Connection = 'wifi' | 'mobile' | 'offline';

/** Metres, metres per second, degrees, battery from 0 to 1; null: not known. */
interface Values {
  readonly accuracy: number | null;
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /** Of a time that was set to now because the phone's clock is ahead: what that clock says, in epoch milliseconds. */
  readonly clockAt?: number;
  readonly altitude: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly battery: number | null;
  readonly charging: boolean | null;
  readonly connection: Connection | null;
  readonly motion: Motion | null;
}

/** A position. Degrees with 6 decimals. */
export type FixItem = Values & {
  readonly kind: 'fix';
  readonly latitude: number;
  readonly longitude: number;
};
/** A call for help. Without a usable place it has neither that nor an accuracy. */
export type SosItem = Values & {
  readonly kind: 'sos';
  readonly latitude: number | null;
  readonly longitude: number | null;
};
/** The phone is there and says nothing of where. */
export interface AliveItem {
  readonly kind: 'alive';
  readonly timestamp: string;
  readonly battery: number | null;
  readonly charging: boolean | null;
}
export interface IgnoredItem {
  readonly kind: 'ignored';
  readonly reason: PhoneIgnored;
}

/** What a part of a request says. */
export type PhoneItem = FixItem | SosItem | AliveItem | IgnoredItem;
/** The parts of a request while they are read: a large body must not block the thread. */
export type PhoneItems = IncrementalTask<PhoneItem[]>;

export const ignored = (reason: PhoneIgnored): IgnoredItem => ({ kind: 'ignored', reason });
