import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ActivityEntry } from '#contract/families';
import type { Block } from '#contract/invitations';
import { signedOut } from '#client/features/session/slice';
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
import { type CopyStatus, familySelected, inviteCopyFailed } from '../slice';

/** What admins can do with their family. */
export type AdministrationTask = 'rename' | 'code' | 'invite' | 'member' | 'settings' | 'block';

/** What a family can decide for all its members. */
export interface FamilySettings {
  showsEarlierMessages?: boolean;
  keepsGeofences?: boolean;
}

/** What the page says of a task that is done. */
export type AdministrationResult = 'family_renamed' | 'code_renewed' | 'member_invited' | 'family_blocked';

/** Tasks that the admin confirms in a dialog first. */
export type AdministrationQuestion =
  { about: 'newCode'; familyId: string } | { about: 'removal'; familyId: string; memberId: string };

export interface AdministrationState extends Tasks<AdministrationTask, AdministrationResult> {
  question: AdministrationQuestion | null;
  /** True while the invitation code of the selected family is shown. */
  codeShown: boolean;
  /** True while its QR code is shown. */
  qrShown: boolean;
  linkCopy: CopyStatus;
  /** What happened in a family, newest first; null while it is not known. */
  activity: { familyId: string; entries: ActivityEntry[] } | null;
  /** Families and people whose invitations this person does not get. */
  blocks: Block[];
}

const initialState: AdministrationState = {
  ...noTasks(),
  question: null,
  codeShown: false,
  qrShown: false,
  linkCopy: 'idle',
  activity: null,
  blocks: [],
};

const slice = createSlice({
  name: 'families/administration',
  initialState,
  reducers: {
    // Intents
    renameSubmitted(state, _action: PayloadAction<{ familyId: string; name: string }>) {
      beginTask(state, 'rename');
    },
    newCodeConfirmed(state, _action: PayloadAction<{ familyId: string }>) {
      beginTask(state, 'code');
    },
    inviteSubmitted(state, _action: PayloadAction<{ familyId: string; email: string; isAdmin: boolean }>) {
      beginTask(state, 'invite');
    },
    removalConfirmed(state, _action: PayloadAction<{ familyId: string; memberId: string }>) {
      beginTask(state, 'member');
    },
    adminChosen(state, _action: PayloadAction<{ familyId: string; memberId: string; isAdmin: boolean }>) {
      beginTask(state, 'member');
    },
    settingChosen(state, _action: PayloadAction<{ familyId: string; settings: FamilySettings }>) {
      beginTask(state, 'settings');
    },
    blockAdded(state, _action: PayloadAction<{ familyId: string }>) {
      beginTask(state, 'block');
    },
    blockRemoved(state, _action: PayloadAction<{ id: string }>) {
      beginTask(state, 'block');
    },
    outcomeOutdated(state, { payload }: PayloadAction<{ task: AdministrationTask }>) {
      clearOutcome(state, payload.task);
    },
    questionAsked(state, { payload }: PayloadAction<AdministrationQuestion>) {
      state.question = payload;
      clearOutcomes(state);
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
    linkCopyRequested(state, _action: PayloadAction<{ familyId: string }>) {
      state.linkCopy = 'idle';
    },
    // Facts
    taskDone(
      state,
      { payload }: PayloadAction<{ task: AdministrationTask; result: AdministrationResult | null }>,
    ) {
      finishTask(state, payload);
      closeQuestion(state, payload.task);
    },
    taskFailed(state, { payload }: PayloadAction<{ task: AdministrationTask; error: AppError }>) {
      failTask(state, payload);
      closeQuestion(state, payload.task);
    },
    activityLoaded(state, { payload }: PayloadAction<{ familyId: string; entries: ActivityEntry[] }>) {
      state.activity = payload;
    },
    blocksLoaded(state, { payload }: PayloadAction<{ blocks: Block[] }>) {
      state.blocks = payload.blocks;
    },
    linkCopied(state) {
      state.linkCopy = 'copied';
    },
    linkCopyFailed(state) {
      state.linkCopy = 'failed';
    },
    linkCopyForgotten(state) {
      state.linkCopy = 'idle';
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(accountOpened, ({ activity, blocks }) => ({ ...initialState, activity, blocks }))
      // It is copied by hand then.
      .addCase(inviteCopyFailed, (state) => {
        state.codeShown = true;
      })
      // The code of another family starts hidden.
      .addCase(familySelected, (state) => {
        state.linkCopy = 'idle';
        state.codeShown = false;
        state.qrShown = false;
        clearOutcomes(state);
      }),
});

const TASK_OF_QUESTION = { newCode: 'code', removal: 'member' } as const;

/** Closes the dialog whose task has ended; the end of another task closes nothing. */
function closeQuestion(state: AdministrationState, task: AdministrationTask): void {
  if (state.question && TASK_OF_QUESTION[state.question.about] === task) state.question = null;
}

export const {
  renameSubmitted,
  newCodeConfirmed,
  inviteSubmitted,
  removalConfirmed,
  adminChosen,
  settingChosen,
  blockAdded,
  blockRemoved,
  outcomeOutdated,
  questionAsked,
  questionClosed,
  codeToggled,
  qrToggled,
  linkCopyRequested,
  taskDone,
  taskFailed,
  activityLoaded,
  blocksLoaded,
  linkCopied,
  linkCopyFailed,
  linkCopyForgotten,
} = slice.actions;

export const administrationReducer = slice.reducer;
