import {
  combineReducers,
  configureStore,
  createSelector,
  createSlice,
  type PayloadAction,
} from '@reduxjs/toolkit';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom';
import createSagaMiddleware, { buffers, eventChannel } from 'redux-saga';
import {
  call,
  debounce,
  delay,
  fork,
  join,
  put,
  race,
  select,
  spawn,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
} from 'redux-saga/effects';

const session = createSlice({
  name: 'session',
  initialState: { email: '' },
  reducers: {
    emailTyped(state, { payload }: PayloadAction<string>) {
      state.email = payload;
    },
  },
});
const sagas = createSagaMiddleware();
const store = configureStore({
  reducer: combineReducers({ session: session.reducer }),
  middleware: (standard) => standard({ thunk: false }).concat(sagas),
});
export const { emailTyped } = session.actions;
export type FloorState = ReturnType<typeof store.getState>;
export const selectEmail = createSelector([(state: FloorState) => state.session], ({ email }) => email);

/** Every redux-saga feature that the product uses. */
sagas.run(function* () {
  const clicks = eventChannel<'click'>((emit) => {
    const onClick = () => emit('click');
    addEventListener('click', onClick);
    return () => removeEventListener('click', onClick);
  }, buffers.expanding(4));
  yield takeEvery(clicks, nothing);
  yield takeLatest(emailTyped, nothing);
  yield takeLeading(emailTyped, nothing);
  yield debounce(100, emailTyped, nothing);
  yield spawn(function* () {
    yield race({ typed: take(emailTyped), pause: delay(1_000) });
    yield join(yield fork(nothing));
    yield put(emailTyped(yield select(selectEmail)));
  });
});

function* nothing() {
  yield call(() => undefined);
}

/** Uses the router features that the product uses. */
function Elsewhere() {
  const { page } = useParams();
  const { key } = useLocation();
  return page === key ? <Link to="/">Back</Link> : <Navigate to="/" replace />;
}

/** Renders a page that uses the product's packages and does hardly anything with them. */
export function showFloor(screen: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <Suspense>
            <Routes>
              <Route path="*" element={screen} />
              <Route path="/elsewhere/:page" element={<Elsewhere />} />
            </Routes>
          </Suspense>
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  );
}
