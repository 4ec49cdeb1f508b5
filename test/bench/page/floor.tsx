import { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import createSagaMiddleware from 'redux-saga';
import { takeEvery } from 'redux-saga/effects';

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
sagas.run(function* () {
  yield takeEvery(session.actions.emailTyped, () => undefined);
});

export const { emailTyped } = session.actions;
export type FloorState = ReturnType<typeof store.getState>;

/** A page of the packages that the product is made of, with hardly anything made of them. */
export function showFloor(screen: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <Provider store={store}>
      <BrowserRouter>
        <Routes>
          <Route path="*" element={screen} />
        </Routes>
      </BrowserRouter>
    </Provider>,
  );
}
