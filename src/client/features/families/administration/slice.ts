import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ActivityEntry } from '#contract/families';
import type { Block } from '#contract/invitations';
import { signedOut } from '#client/features/session/slice';
import type { AppError } from '#client/services/types';
import { accountOpened, familyOpened } from '#client/store/pageActions';
import { beginTask, failTask, finishTask, clearOutcome, clearOutcomes } from '#client/store/tasks';
import { familySelected, inviteCopyFailed } from '../slice';
import {
  administration,
  type AdministrationQuestion,
  type AdministrationResult,
  type AdministrationState,
  type AdministrationTask,
  type FamilySettings,
  initialAdministration,
} from './reducer';

const slice = createSlice({
  name: 'families/administration',
  initialState: initialAdministration,
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
    blockRequested(state, _action: PayloadAction<{ familyId: string }>) {
      beginTask(state, 'block');
    },
    unblockRequested(state, _action: PayloadAction<{ id: string }>) {
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
      .addCase(signedOut, () => initialAdministration)
      // The user copies it by hand instead.
      .addCase(inviteCopyFailed, (state) => {
        state.codeShown = true;
      })
      // The code of another family starts hidden.
      .addCase(familySelected, (state) => {
        state.linkCopy = 'idle';
        state.codeShown = false;
        state.qrShown = false;
        clearOutcomes(state);
      })
      .addMatcher(isAnyOf(accountOpened, familyOpened), ({ activity, blocks }) => ({
        ...initialAdministration,
        activity,
        blocks,
      })),
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
  blockRequested,
  unblockRequested,
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

export const fullAdministrationReducer = slice.reducer;

administration.provide(fullAdministrationReducer);
