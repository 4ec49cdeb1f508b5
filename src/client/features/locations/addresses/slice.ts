import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '#client/features/session/slice';

/** Addresses by `positionKey`; null where the geocoder found none. */
export type AddressesState = Record<string, string | null>;

const initialState: AddressesState = {};

const slice = createSlice({
  name: 'locations/addresses',
  initialState,
  reducers: {
    addressFound(state, { payload }: PayloadAction<{ key: string; address: string }>) {
      state[payload.key] = payload.address;
    },
    addressNotFound(state, { payload }: PayloadAction<{ key: string }>) {
      state[payload.key] = null;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const { addressFound, addressNotFound } = slice.actions;

export const addressesReducer = slice.reducer;
