import { authFormOpened, familySetupOpened, mapOpened } from '#client/store/pageActions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Family as FamilyAnswer, InvitePreview } from '#contract/families';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';

/** A family as the store knows it. Its invitation code is a secret and stays in the inviteCodes service. */
export type Family = Omit<FamilyAnswer, 'inviteCode'>;

/** The status of the last copy to the clipboard. */
export type CopyStatus = 'idle' | 'copied' | 'failed';

export type SetupTab = 'create' | 'join';

export interface MembershipState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load or leave failed; null when it did not. */
  error: AppError | null;
  families: Family[];
  selectedId: string | null;
  /** The name of a family that the user is no longer in; null when there is none. */
  endedIn: string | null;
  /** They have left it here. */
  hasLeft: boolean;
  setup: {
    /** Its page is. */
    open: boolean;
    /** null until one is chosen. */
    tab: SetupTab | null;
    status: 'idle' | 'submitting' | 'failed' | 'done';
    error: AppError | null;
    /** The family of the entered code; null while it is not known. */
    preview: InvitePreview | 'unknown' | null;
  };
  /**
   * The Family Members panel: the height of its sheet, how often the focus was requested for it, how far its list was
   * scrolled when its page was left, in CSS pixels, and the name that is searched for in it.
   */
  panel: { height: 'peek' | 'half' | 'full'; focusRequests: number; scrollTop: number; search: string };
  /** The family whose leaving is being confirmed; null when none is. */
  leavingId: string | null;
  /** It was confirmed, and the server has not answered yet. */
  leaving: boolean;
  inviteCopy: CopyStatus;
}

/** A family that was created or joined. */
export interface EnteredFamily {
  families: Family[];
  /** null when the server did not say which. */
  familyId: string | null;
  /** The user was in it before, and used its code once more. */
  wasMember?: boolean;
}

const initialState: MembershipState = {
  status: 'idle',
  error: null,
  families: [],
  selectedId: null,
  endedIn: null,
  hasLeft: false,
  setup: { open: false, tab: null, status: 'idle', error: null, preview: null },
  panel: { height: 'half', focusRequests: 0, scrollTop: 0, search: '' },
  leavingId: null,
  leaving: false,
  inviteCopy: 'idle',
};

/** Keeps the selection where it still exists, and else selects the first family. */
function replaceFamilies(state: MembershipState, families: Family[]): void {
  state.families = families;
  state.status = 'ready';
  state.error = null;
  if (families.some(({ id }) => id === state.selectedId)) return;
  state.selectedId = families[0]?.id ?? null;
  beginList(state);
}

function endMembership(state: MembershipState, { name }: Family, hasLeft: boolean): void {
  state.endedIn = name;
  state.hasLeft = hasLeft;
}

/** The list of another family begins at its top, and with all its members. */
const beginList = ({ panel }: MembershipState): void =>
  void Object.assign(panel, { scrollTop: 0, search: '' });

const slice = createSlice({
  name: 'families',
  initialState,
  reducers: {
    // Intents
    setupTabChosen(state, { payload }: PayloadAction<SetupTab>) {
      state.setup = { ...state.setup, tab: payload, status: 'idle', error: null, preview: null };
    },
    createFamilySubmitted(state, _action: PayloadAction<{ name: string }>) {
      state.setup.status = 'submitting';
      state.setup.error = null;
    },
    joinFamilySubmitted(state, _action: PayloadAction<{ inviteCode: string }>) {
      state.setup.status = 'submitting';
      state.setup.error = null;
    },
    /** An invitation code is being typed; it may be incomplete. */
    inviteCodeEntered(state, _action: PayloadAction<{ inviteCode: string }>) {
      state.setup.preview = null;
      // The error was about the code before.
      state.setup.error = null;
    },
    familiesRequested(state) {
      if (state.status !== 'ready') state.status = 'loading';
    },
    familySelected(state, { payload }: PayloadAction<{ familyId: string }>) {
      if (state.families.some(({ id }) => id === payload.familyId)) state.selectedId = payload.familyId;
      state.inviteCopy = 'idle';
      beginList(state);
    },
    panelOpened(state) {
      state.panel.height = 'full';
      state.panel.focusRequests += 1;
    },
    panelMoved(state, { payload }: PayloadAction<Partial<MembershipState['panel']>>) {
      Object.assign(state.panel, payload);
    },
    /** The map is wanted: a full sheet would cover it. */
    mapUncovered({ panel }) {
      if (panel.height === 'full') panel.height = 'half';
    },
    leaveFamilyAsked(state, { payload }: PayloadAction<{ familyId: string }>) {
      state.leavingId = payload.familyId;
      state.error = null;
    },
    leaveFamilyCancelled(state) {
      state.leavingId = null;
    },
    leaveFamilyConfirmed(state, _action: PayloadAction<{ familyId: string }>) {
      state.leaving = true;
    },
    inviteCopyRequested(state, _action: PayloadAction<{ familyId: string }>) {
      state.inviteCopy = 'idle';
    },
    endedMembershipDismissed(state) {
      state.endedIn = null;
    },
    // Facts
    invitePreviewed(state, { payload }: PayloadAction<InvitePreview | 'unknown'>) {
      state.setup.preview = payload;
    },
    /** Something in our families changed elsewhere. */
    familiesOutdated() {},
    familiesLoaded(state, { payload }: PayloadAction<{ families: Family[] }>) {
      const ended = state.families.find(({ id }) => !payload.families.some((family) => family.id === id));
      if (ended) endMembership(state, ended, ended.id === state.leavingId && state.leaving);
      replaceFamilies(state, payload.families);
    },
    familiesLoadFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      // Families that are known stay usable; only a first load shows its failure.
      if (state.status === 'ready') return;
      state.status = 'failed';
      state.error = payload.error;
    },
    familyEntered(state, { payload }: PayloadAction<EnteredFamily>) {
      state.endedIn = null;
      replaceFamilies(state, payload.families);
      if (payload.families.some(({ id }) => id === payload.familyId)) state.selectedId = payload.familyId;
      beginList(state);
      state.panel.height = 'half';
      // An invitation may be accepted on other pages, too.
      if (state.setup.open || state.setup.status === 'submitting') state.setup.status = 'done';
    },
    familySetupFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.setup.status = 'failed';
      state.setup.error = payload.error;
    },
    familyLeft(state, { payload }: PayloadAction<{ familyId: string }>) {
      const left = state.families.find(({ id }) => id === payload.familyId);
      // The list without it may come first.
      if (left) endMembership(state, left, true);
      state.leavingId = null;
      state.leaving = false;
      replaceFamilies(
        state,
        state.families.filter(({ id }) => id !== payload.familyId),
      );
    },
    leaveFamilyFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.leavingId = null;
      state.leaving = false;
      state.error = payload.error;
    },
    inviteCopied(state) {
      state.inviteCopy = 'copied';
    },
    inviteCopyFailed(state) {
      state.inviteCopy = 'failed';
    },
    inviteCopyForgotten(state) {
      state.inviteCopy = 'idle';
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(authFormOpened, (state) => {
        state.setup.preview = null;
        // The panel was left after its session had ended.
        state.panel = initialState.panel;
      })
      .addCase(familySetupOpened, (state) => {
        state.setup = { ...initialState.setup, open: true };
      })
      .addCase(mapOpened, (state) => {
        state.inviteCopy = 'idle';
        state.setup = initialState.setup;
      }),
});

export const {
  setupTabChosen,
  createFamilySubmitted,
  joinFamilySubmitted,
  inviteCodeEntered,
  invitePreviewed,
  familiesRequested,
  familySelected,
  endedMembershipDismissed,
  panelOpened,
  panelMoved,
  mapUncovered,
  leaveFamilyAsked,
  leaveFamilyCancelled,
  leaveFamilyConfirmed,
  inviteCopyRequested,
  familiesOutdated,
  familiesLoaded,
  familiesLoadFailed,
  familyEntered,
  familySetupFailed,
  familyLeft,
  leaveFamilyFailed,
  inviteCopied,
  inviteCopyFailed,
  inviteCopyForgotten,
} = slice.actions;

export const membershipReducer = slice.reducer;
