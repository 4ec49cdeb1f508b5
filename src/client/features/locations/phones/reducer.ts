import type { Phone } from '#contract/phones';
import type { AppError } from '#client/services/types';
import { lateReducer } from '#client/store/lateReducer';
import type { PhoneSystem } from './apps';

/** What the user does with phones. `connect` exchanges a ticket for a key. */
export type PhoneTask = 'load' | 'add' | 'change' | 'renew' | 'disconnect' | 'connect' | 'test' | 'copy';

/** A phone that is being connected. Its ticket and its key are in the service of shown secrets. */
export interface Connecting {
  /** `connect`: the page behind the QR code, which needs no session. */
  page: 'phones' | 'connect';
  phone: Phone;
  /** null: not known. */
  system: PhoneSystem | null;
  /** Of the owner, for OwnTracks; empty before the key is there. */
  initials: string;
  /** When the phone was heard last before; a phone that gets a new key was heard with the old one. */
  seenBefore: string | null;
  /** When its newest position of before was taken. */
  fixBefore: string | null;
  /** Whether this device has the key, and shows the button of the app. */
  hasKey: boolean;
}

export interface PhonesState {
  /** null until they are loaded. */
  list: Phone[] | null;
  isAdding: boolean;
  connecting: Connecting | null;
  /** What runs, and about which phone; null for none. */
  busy: { task: PhoneTask; id: string | null } | null;
  /** How the last one ended; it is kept until the next one. */
  outcome: { task: PhoneTask; id: string | null; error: AppError | null; field?: string } | null;
  /** What the user is asked before it is done. */
  question: { about: 'renew' | 'disconnect'; id: string } | null;
}

export const initialPhones: PhonesState = {
  list: null,
  isAdding: false,
  connecting: null,
  busy: null,
  outcome: null,
  question: null,
};

/** Its rules load with the pages. */
export const phones = lateReducer(initialPhones);
