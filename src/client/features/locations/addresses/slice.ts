import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LatLng } from '#shared/geo';
import { signedOut } from '#client/features/session/slice';

/** Addresses by `positionKey`; null where the geocoder found none. */
export type AddressesState = Record<string, string | null>;

const initialState: AddressesState = {};

const slice = createSlice({
  name: 'locations/addresses',
  initialState,
  reducers: {
    // Intent: the address of a position is to be shown.
    addressRequested(_state, _action: PayloadAction<LatLng>) {},
    // Facts
    addressFound(state, { payload }: PayloadAction<{ key: string; address: string }>) {
      state[payload.key] = payload.address;
    },
    addressNotFound(state, { payload }: PayloadAction<{ key: string }>) {
      state[payload.key] = null;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const { addressRequested, addressFound, addressNotFound } = slice.actions;

export const addressesReducer = slice.reducer;
