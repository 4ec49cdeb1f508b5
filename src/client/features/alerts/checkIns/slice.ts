import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { CheckIn, CheckInRequest, OnceAlert } from '#contract/checkIns';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { checkInFormClosed } from './actions';
import { isSameOnce, withCheckIn, withLoaded, withRequest } from './mergeCheckIns';
import {
  type CheckInForm,
  checkIns,
  type CheckInsState,
  type CheckInTask,
  type StoredCheckIns,
  initialCheckIns,
} from './reducer';

type TaskName = Pick<CheckInTask, 'name' | 'about'>;

const isOfOpenForm = ({ form }: CheckInsState, { name, about }: TaskName): boolean =>
  name === 'start' && form !== null && form.clientId === about;

const slice = createSlice({
  name: 'alerts/checkIns',
  initialState: initialCheckIns,
  reducers: {
    /** What this device knew last. */
    checkInsRestored(state, { payload }: PayloadAction<StoredCheckIns>) {
      Object.assign(state, payload);
    },
    /** `before`: what was known when they were asked for. */
    checkInsLoaded(state, { payload }: PayloadAction<{ before: CheckIn[]; loaded: CheckIn[] }>) {
      // The drafts of Immer would be the same as nothing that was known before.
      state.list = withLoaded(payload.before, original(state)?.list ?? [], payload.loaded);
    },
    /** The server has no check-ins. */
    checkInsMissing(state) {
      state.list = null;
    },
    checkInChanged(state, { payload }: PayloadAction<CheckIn>) {
      state.list = withCheckIn(state.list ?? [], payload);
    },
    requestsLoaded(state, { payload }: PayloadAction<CheckInRequest[]>) {
      const over = state.requests.filter(({ state: one }) => one !== 'open');
      state.requests = payload.map((request) => over.find(({ id }) => id === request.id) ?? request);
    },
    checkInRequestChanged(state, { payload }: PayloadAction<CheckInRequest>) {
      state.requests = withRequest(state.requests, payload);
    },
    onceAlertsLoaded(state, { payload }: PayloadAction<{ userId: string; wanted: OnceAlert[] }>) {
      state.once[payload.userId] = payload.wanted;
    },
    allOnceAlertsLoaded(state, { payload }: PayloadAction<(OnceAlert & { userId: string })[]>) {
      // Those of others are known to be none.
      for (const userId of Object.keys(state.once)) state.once[userId] = [];
      for (const { userId, ...wanted } of payload) (state.once[userId] ??= []).push(wanted);
    },
    onceAlertStored(
      state,
      { payload: { userId, ...wanted } }: PayloadAction<OnceAlert & { userId: string }>,
    ) {
      const known = state.once[userId] ?? [];
      state.once[userId] = [...known.filter((one) => !isSameOnce(one, wanted)), wanted];
    },
    /** The user removed it, or its alert has arrived. */
    onceAlertEnded(state, { payload: { userId, ...wanted } }: PayloadAction<OnceAlert & { userId: string }>) {
      const known = state.once[userId];
      if (known) state.once[userId] = known.filter((one) => !isSameOnce(one, wanted));
    },
    formShown(state, { payload }: PayloadAction<CheckInForm>) {
      Object.assign(state, { form: payload, task: null });
    },
    taskStarted(state, { payload }: PayloadAction<TaskName>) {
      state.task = { ...payload, isBusy: true, error: null };
    },
    /** A start closes its own form. Another form, or one open while another task ends, may be in use. */
    taskFinished(state, { payload }: PayloadAction<TaskName>) {
      if (isOfOpenForm(state, payload)) state.form = null;
      if (state.task?.name === payload.name && state.task.about === payload.about) state.task = null;
    },
    taskFailed(state, { payload }: PayloadAction<TaskName & { error: AppError }>) {
      // Nobody looks at the form of this start any more, but the next form may be busy.
      if (payload.name === 'start' && !isOfOpenForm(state, payload)) return;
      state.task = { ...payload, isBusy: false };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialCheckIns)
      .addCase(checkInFormClosed, (state) => {
        Object.assign(state, { form: null, task: null });
      }),
});

export const {
  checkInsRestored,
  checkInsLoaded,
  checkInsMissing,
  checkInChanged,
  requestsLoaded,
  checkInRequestChanged,
  onceAlertsLoaded,
  allOnceAlertsLoaded,
  onceAlertStored,
  onceAlertEnded,
  formShown,
  taskStarted,
  taskFinished,
  taskFailed,
} = slice.actions;

export const fullCheckInsReducer = slice.reducer;

checkIns.provide(fullCheckInsReducer);
