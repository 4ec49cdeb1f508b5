import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppError } from '#client/services/types';
import { accountOpened, familyOpened } from '#client/store/pageActions';
import { beginTask, clearOutcome, clearOutcomes, failTask, finishTask } from '#client/store/tasks';
import { profileChanged, signedOut } from '../slice';
import {
  account,
  type AccountQuestion,
  type AccountResult,
  type AccountTask,
  initialAccount,
} from './reducer';

export interface ProfileForm {
  name: string;
  email: string;
  phone: string;
  /** Empty unless the email changes. */
  currentPassword: string;
}

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

const slice = createSlice({
  name: 'session/account',
  initialState: initialAccount,
  reducers: {
    // Intents
    profileSubmitted(state, _action: PayloadAction<ProfileForm>) {
      clearOutcome(state, 'picture');
      beginTask(state, 'profile');
    },
    phoneSharingChosen(state, _action: PayloadAction<{ sharesPhone: boolean }>) {
      beginTask(state, 'phoneSharing');
    },
    emailLinkRequested(state) {
      beginTask(state, 'pendingEmail');
    },
    emailChangeCancelled(state) {
      beginTask(state, 'pendingEmail');
    },
    pictureChangeRequested(state) {
      beginTask(state, 'picture');
    },
    pictureRemovalRequested(state) {
      beginTask(state, 'picture');
    },
    passwordSubmitted(state, _action: PayloadAction<PasswordForm>) {
      beginTask(state, 'password');
    },
    exportRequested(state) {
      beginTask(state, 'export');
    },
    signOutEverywhereConfirmed(state, _action: PayloadAction<{ currentPassword: string }>) {
      beginTask(state, 'everywhere');
    },
    deviceSignOutConfirmed(state, _action: PayloadAction<{ id: string; currentPassword: string }>) {
      beginTask(state, 'device');
    },
    historyDeletionConfirmed(state) {
      beginTask(state, 'history');
    },
    accountDeletionConfirmed(state, _action: PayloadAction<{ password: string }>) {
      beginTask(state, 'delete');
    },
    outcomeOutdated(state, { payload }: PayloadAction<{ task: AccountTask }>) {
      clearOutcome(state, payload.task);
    },
    questionAsked(state, { payload }: PayloadAction<AccountQuestion>) {
      state.question = payload;
      clearOutcomes(state);
    },
    deviceSignOutAsked(state, { payload }: PayloadAction<{ id: string }>) {
      state.question = 'device';
      state.questionedId = payload.id;
      clearOutcomes(state);
    },
    factorRemovalAsked(state, { payload }: PayloadAction<{ id: string }>) {
      state.question = 'removeFactor';
      state.questionedId = payload.id;
      clearOutcomes(state);
    },
    factorRemovalConfirmed(state, _action: PayloadAction<{ id: string; currentPassword: string }>) {
      beginTask(state, 'removeFactor');
    },
    totpConfirmed(state, _action: PayloadAction<{ currentPassword: string }>) {
      beginTask(state, 'addTotp');
    },
    totpCodeSubmitted(state, _action: PayloadAction<{ oneTimePassword: string }>) {
      beginTask(state, 'confirmTotp');
    },
    passkeyConfirmed(state, _action: PayloadAction<{ currentPassword: string }>) {
      beginTask(state, 'addPasskey');
    },
    recoveryCodesConfirmed(state, _action: PayloadAction<{ currentPassword: string }>) {
      beginTask(state, 'renewCodes');
    },
    questionClosed(state) {
      state.question = null;
    },
    // Facts
    taskDone(state, { payload }: PayloadAction<{ task: AccountTask; result: AccountResult | null }>) {
      finishTask(state, payload);
      if (state.question === payload.task) state.question = null;
    },
    taskFailed(state, { payload }: PayloadAction<{ task: AccountTask; error: AppError }>) {
      failTask(state, payload);
    },
    /** The user chose no picture, so nothing happened. */
    taskCancelled(state, { payload }: PayloadAction<{ task: AccountTask }>) {
      delete state.tasks[payload.task];
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialAccount)
      .addCase(profileChanged, (state, { payload }) => {
        // That a link was sent again is outdated once it was opened.
        if (payload.pendingEmail === null) clearOutcome(state, 'pendingEmail');
      })
      .addCase(accountOpened, () => ({ ...initialAccount, opened: true }))
      // The family page uses the account's sagas.
      .addCase(familyOpened, (state) => {
        state.opened = true;
      }),
});

export const {
  profileSubmitted,
  emailLinkRequested,
  emailChangeCancelled,
  pictureChangeRequested,
  pictureRemovalRequested,
  passwordSubmitted,
  phoneSharingChosen,
  exportRequested,
  signOutEverywhereConfirmed,
  deviceSignOutAsked,
  factorRemovalAsked,
  factorRemovalConfirmed,
  totpConfirmed,
  totpCodeSubmitted,
  passkeyConfirmed,
  recoveryCodesConfirmed,
  deviceSignOutConfirmed,
  historyDeletionConfirmed,
  accountDeletionConfirmed,
  outcomeOutdated,
  questionAsked,
  questionClosed,
  taskDone,
  taskFailed,
  taskCancelled,
} = slice.actions;

export const fullAccountReducer = slice.reducer;

account.provide(fullAccountReducer);
