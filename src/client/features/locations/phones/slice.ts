import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Phone, PhoneApp, PhoneChange } from '#contract/phones';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { isPageOpened } from '#client/store/pageActions';
import type { PhoneSystem } from './apps';
import { type Connecting, initialPhones, phones, type PhonesState } from './reducer';

export interface NewPhone {
  name: string;
  app: PhoneApp;
  system: PhoneSystem;
  /** Once the server has asked for it. */
  currentPassword?: string;
}

export interface KeyRenewal {
  id: string;
  currentPassword?: string;
}

/** What can be taken along: a typed value by its name. */
export type CopiedField = 'address' | 'user' | 'key' | 'device' | 'headers' | 'body' | 'method';

const slice = createSlice({
  name: 'locations/phones',
  initialState: initialPhones,
  reducers: {
    // Intents
    addingStarted(state) {
      state.isAdding = true;
      state.outcome = state.question = null;
    },
    addingCancelled(state) {
      state.isAdding = false;
      state.outcome = null;
    },
    phoneSubmitted(state, _action: PayloadAction<NewPhone>) {
      begin(state, 'add');
    },
    phoneChangeSubmitted(state, { payload }: PayloadAction<{ id: string; change: PhoneChange }>) {
      begin(state, 'change', payload.id);
    },
    questionAsked(state, { payload }: PayloadAction<PhonesState['question']>) {
      state.question = payload;
      state.outcome = null;
    },
    keyRenewalConfirmed(state, { payload }: PayloadAction<KeyRenewal>) {
      begin(state, 'renew', payload.id);
    },
    disconnectConfirmed(state, { payload }: PayloadAction<{ id: string }>) {
      begin(state, 'disconnect', payload.id);
    },
    /** This device is the phone, or its values are to be typed. */
    setUpHereRequested(state) {
      begin(state, 'connect');
    },
    phoneTestRequested(state) {
      begin(state, 'test');
    },
    valueCopyRequested(_state, _action: PayloadAction<{ field: CopiedField }>) {},
    settingsFileRequested() {},
    connectingClosed(state) {
      state.connecting = state.outcome = null;
    },
    // Facts
    phonesLoaded(state, { payload }: PayloadAction<Phone[]>) {
      state.list = payload;
      if (state.outcome?.task === 'load') state.outcome = null;
    },
    phoneChanged(state, { payload }: PayloadAction<{ id: string; phone: Phone | null }>) {
      const { id, phone } = payload;
      const list = (state.list ?? []).filter((other) => other.id !== id || phone !== null);
      state.list = list.map((other) => (other.id === id && phone ? phone : withoutLead(other, phone)));
      if (phone && !list.some((other) => other.id === id)) state.list.push(phone);
      if (state.connecting?.phone.id !== id) return;
      if (phone) state.connecting.phone = phone;
      else state.connecting = null;
    },
    /** A phone waits to be set up. */
    connectingStarted(state, { payload }: PayloadAction<Connecting>) {
      state.connecting = payload;
      state.isAdding = false;
    },
    taskEnded(state, { payload }: PayloadAction<NonNullable<PhonesState['outcome']>>) {
      const { task, id } = payload;
      state.outcome = payload;
      if (state.busy?.task === task && state.busy.id === id) state.busy = null;
      // The question is asked again, with the password.
      if (task === 'renew' && id !== null && asksForPassword(payload.error))
        state.question = { about: 'renew', id };
    },
    copyConfirmationEnded(state) {
      if (state.outcome?.task === 'copy') state.outcome = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialPhones)
      .addMatcher(isPageOpened, (state) => ({ ...initialPhones, list: state.list })),
});

/** Whether the server wants the password before it makes a key, or another one than was given. */
export const asksForPassword = (error: AppError | null | undefined): boolean =>
  error?.code === 'current_password_needed' || error?.code === 'wrong_current_password';

function begin(state: PhonesState, task: NonNullable<PhonesState['busy']>['task'], id: string | null = null) {
  state.busy = { task, id };
  state.outcome = state.question = null;
}

/** One phone is primary: where another one is, this one is not. */
const withoutLead = (phone: Phone, other: Phone | null): Phone =>
  other?.isPrimary ? { ...phone, isPrimary: false } : phone;

export const {
  addingStarted,
  addingCancelled,
  phoneSubmitted,
  phoneChangeSubmitted,
  questionAsked,
  keyRenewalConfirmed,
  disconnectConfirmed,
  setUpHereRequested,
  phoneTestRequested,
  valueCopyRequested,
  settingsFileRequested,
  connectingClosed,
  phonesLoaded,
  phoneChanged,
  connectingStarted,
  taskEnded,
  copyConfirmationEnded,
} = slice.actions;

export const fullPhonesReducer = slice.reducer;

phones.provide(fullPhonesReducer);
