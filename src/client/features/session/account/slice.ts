import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppError } from '#client/services/types';
import { accountOpened } from '#client/store/pageActions';
import {
  beginTask,
  failTask,
  finishTask,
  clearOutcome,
  clearOutcomes,
  noTasks,
  type Tasks,
} from '#client/store/tasks';
import { signedOut } from '../slice';

/** What the account page can do with the user's own account. */
export type AccountTask =
  | 'addTotp'
  | 'confirmTotp'
  | 'addPasskey'
  | 'removeFactor'
  | 'renewCodes'
  | 'profile'
  | 'pendingEmail'
  | 'picture'
  | 'password'
  | 'export'
  | 'everywhere'
  | 'device'
  | 'delete';

/** What the page says of a task that is done. */
export type AccountResult =
  | 'profile_updated'
  | 'link_sent'
  | 'email_change_cancelled'
  | 'picture_changed'
  | 'picture_removed'
  | 'password_updated'
  | 'data_downloaded'
  | 'device_signed_out';

/** Tasks that the user confirms in a dialog first. */
export type AccountQuestion =
  'everywhere' | 'device' | 'delete' | 'addTotp' | 'addPasskey' | 'removeFactor' | 'renewCodes';

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

export interface AccountState extends Tasks<AccountTask, AccountResult> {
  /** The account page was open in this session. */
  opened: boolean;
  question: AccountQuestion | null;
  /** The session or factor that the question is about. */
  questionedId: string | null;
}

const initialState: AccountState = { ...noTasks(), opened: false, question: null, questionedId: null };

const slice = createSlice({
  name: 'session/account',
  initialState,
  reducers: {
    // Intents
    profileSubmitted(state, _action: PayloadAction<ProfileForm>) {
      beginTask(state, 'profile');
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
    everywhereConfirmed(state, _action: PayloadAction<{ currentPassword: string }>) {
      beginTask(state, 'everywhere');
    },
    deviceEndConfirmed(state, _action: PayloadAction<{ id: string; currentPassword: string }>) {
      beginTask(state, 'device');
    },
    deleteConfirmed(state, _action: PayloadAction<{ password: string }>) {
      beginTask(state, 'delete');
    },
    outcomeOutdated(state, { payload }: PayloadAction<{ task: AccountTask }>) {
      clearOutcome(state, payload.task);
    },
    questionAsked(state, { payload }: PayloadAction<AccountQuestion>) {
      state.question = payload;
      clearOutcomes(state);
    },
    deviceEndAsked(state, { payload }: PayloadAction<{ id: string }>) {
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
      .addCase(signedOut, () => initialState)
      .addCase(accountOpened, () => ({ ...initialState, opened: true })),
});

export const {
  profileSubmitted,
  emailLinkRequested,
  emailChangeCancelled,
  pictureChangeRequested,
  pictureRemovalRequested,
  passwordSubmitted,
  exportRequested,
  everywhereConfirmed,
  deviceEndAsked,
  factorRemovalAsked,
  factorRemovalConfirmed,
  totpConfirmed,
  totpCodeSubmitted,
  passkeyConfirmed,
  recoveryCodesConfirmed,
  deviceEndConfirmed,
  deleteConfirmed,
  outcomeOutdated,
  questionAsked,
  questionClosed,
  taskDone,
  taskFailed,
  taskCancelled,
} = slice.actions;

export const accountReducer = slice.reducer;
