import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { familySelected } from '#client/features/families/slice';
import { signedOut } from '../slice';

/** What one does on the account screen, each with an outcome of its own. */
export type AccountTask =
  | 'profile'
  | 'picture'
  | 'password'
  | 'rename'
  | 'code'
  | 'invite'
  | 'member'
  | 'export'
  | 'everywhere'
  | 'delete';

/** How a task stands. `message` is a sentence for the person, after a failure or a success. */
export interface Outcome {
  status: 'idle' | 'busy' | 'failed' | 'done';
  message: string | null;
}

/** What the person is asked before it is done. */
export type Question =
  | { about: 'newCode'; familyId: string }
  | { about: 'removal'; familyId: string; memberId: string }
  | { about: 'everywhere' }
  | { about: 'delete' };

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface AccountState {
  /** The screen has been, in this session. */
  opened: boolean;
  tasks: Partial<Record<AccountTask, Outcome>>;
  /** How many tasks have succeeded: forms that are empty again afterwards begin anew with it. */
  successes: number;
  question: Question | null;
  /** The invitation code of the selected family stands open. */
  codeShown: boolean;
  /** Its QR code does. */
  qrShown: boolean;
  linkCopied: boolean;
}

const initialState: AccountState = {
  opened: false,
  tasks: {},
  successes: 0,
  question: null,
  codeShown: false,
  qrShown: false,
  linkCopied: false,
};

const slice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    // Intents
    accountOpened: (): AccountState => ({ ...initialState, opened: true }),
    profileSubmitted(state, _action: PayloadAction<{ name: string; email: string; phone: string }>) {
      begin(state, 'profile');
    },
    pictureChangeRequested(state) {
      begin(state, 'picture');
    },
    pictureRemovalRequested(state) {
      begin(state, 'picture');
    },
    passwordSubmitted(state, _action: PayloadAction<PasswordForm>) {
      begin(state, 'password');
    },
    renameSubmitted(state, _action: PayloadAction<{ familyId: string; name: string }>) {
      begin(state, 'rename');
    },
    newCodeConfirmed(state, _action: PayloadAction<{ familyId: string }>) {
      begin(state, 'code');
    },
    inviteSubmitted(state, _action: PayloadAction<{ familyId: string; email: string; isAdmin: boolean }>) {
      begin(state, 'invite');
    },
    removalConfirmed(state, _action: PayloadAction<{ familyId: string; memberId: string }>) {
      begin(state, 'member');
    },
    adminChosen(state, _action: PayloadAction<{ familyId: string; memberId: string; isAdmin: boolean }>) {
      begin(state, 'member');
    },
    exportRequested(state) {
      begin(state, 'export');
    },
    everywhereConfirmed(state) {
      begin(state, 'everywhere');
    },
    deleteConfirmed(state, _action: PayloadAction<{ password: string }>) {
      begin(state, 'delete');
    },
    /** What was said of a form no longer holds once it is edited. */
    outcomeOutdated(state, { payload }: PayloadAction<{ task: AccountTask }>) {
      if (state.tasks[payload.task]?.status !== 'busy') delete state.tasks[payload.task];
    },
    questionAsked(state, { payload }: PayloadAction<Question>) {
      state.question = payload;
      forgetOutcomes(state);
    },
    questionClosed(state) {
      state.question = null;
    },
    codeToggled(state) {
      state.codeShown = !state.codeShown;
    },
    qrToggled(state) {
      state.qrShown = !state.qrShown;
    },
    linkCopyRequested(_state, _action: PayloadAction<{ familyId: string }>) {},
    // Facts
    taskDone(state, { payload }: PayloadAction<{ task: AccountTask; message: string | null }>) {
      state.tasks[payload.task] = { status: 'done', message: payload.message };
      state.successes += 1;
      closeQuestion(state, payload.task);
    },
    taskFailed(state, { payload }: PayloadAction<{ task: AccountTask; error: string }>) {
      state.tasks[payload.task] = { status: 'failed', message: payload.error };
      // The question about deleting holds a form, which stays.
      if (payload.task !== 'delete') closeQuestion(state, payload.task);
    },
    /** The person has changed their mind, so nothing happened. */
    taskCancelled(state, { payload }: PayloadAction<{ task: AccountTask }>) {
      delete state.tasks[payload.task];
    },
    linkCopied(state) {
      state.linkCopied = true;
    },
    linkCopyForgotten(state) {
      state.linkCopied = false;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      // Codes of another family begin covered.
      .addCase(familySelected, (state) => {
        state.codeShown = false;
        state.qrShown = false;
        forgetOutcomes(state);
      }),
});

/** One outcome at a time: whoever begins something has read what came of the last. */
function begin(state: AccountState, task: AccountTask): void {
  forgetOutcomes(state);
  state.tasks[task] = { status: 'busy', message: null };
}

function forgetOutcomes(state: AccountState): void {
  for (const [task, { status }] of Object.entries(state.tasks) as [AccountTask, Outcome][])
    if (status !== 'busy') delete state.tasks[task];
}

const TASK_OF_QUESTION = {
  newCode: 'code',
  removal: 'member',
  everywhere: 'everywhere',
  delete: 'delete',
} as const;

/** What was asked has been done; whatever else has ended meanwhile closes no question. */
function closeQuestion(state: AccountState, task: AccountTask): void {
  if (state.question && TASK_OF_QUESTION[state.question.about] === task) state.question = null;
}

export const {
  accountOpened,
  profileSubmitted,
  pictureChangeRequested,
  pictureRemovalRequested,
  passwordSubmitted,
  renameSubmitted,
  newCodeConfirmed,
  inviteSubmitted,
  removalConfirmed,
  adminChosen,
  exportRequested,
  everywhereConfirmed,
  deleteConfirmed,
  outcomeOutdated,
  questionAsked,
  questionClosed,
  codeToggled,
  qrToggled,
  linkCopyRequested,
  taskDone,
  taskFailed,
  taskCancelled,
  linkCopied,
  linkCopyForgotten,
} = slice.actions;

export const accountReducer = slice.reducer;
