import type { Presence, Sharing } from '#contract/phones';
import { lateReducer } from '#client/store/lateReducer';

export interface OwnPhone {
  name: string;
  /** Of its last request, also one without a position. */
  lastSeenAt: string | null;
  /** When its newest position was taken. */
  lastFixAt: string | null;
}

export interface WhereaboutsState {
  /** Place, last contact and battery of members, by user id. */
  byUser: Record<string, Presence>;
  /** Whether the user's own positions are dropped; null until it is known, and on servers that cannot. */
  sharing: Sharing | null;
  /** The phone whose app reports the user's positions; null without one. */
  ownPhone: OwnPhone | null;
  /** When sharing from this browser ends automatically, epoch milliseconds; null for never. */
  sharingEndsAt: number | null;
  /** `failed`: the pause could not be changed. */
  change: 'idle' | 'busy' | 'failed';
  /** The user shares from a browser alone, and may want to know of the apps. */
  isAppOffered: boolean;
}

export const initialWhereabouts: WhereaboutsState = {
  byUser: {},
  sharing: null,
  ownPhone: null,
  sharingEndsAt: null,
  change: 'idle',
  isAppOffered: false,
};

/** Its rules load after the first page. */
export const whereabouts = lateReducer(initialWhereabouts);
