import * as administrationSelectors from '#client/features/families/administration/selectors';
import * as administrationSlice from '#client/features/families/administration/slice';
import * as deviceSlice from '#client/features/session/device/slice';
import * as addressesSelectors from '#client/features/locations/addresses/selectors';
import * as addressesSlice from '#client/features/locations/addresses/slice';
import * as sosSlice from '#client/features/alerts/sos/slice';
import * as preferencesSelectors from '#client/features/alerts/preferences/selectors';
import * as preferencesSlice from '#client/features/alerts/preferences/slice';
import * as pageActions from '#client/store/pageActions';
import * as accountSelectors from '#client/features/session/account/selectors';
import * as accountSlice from '#client/features/session/account/slice';
import * as alertsSelectors from '#client/features/alerts/selectors';
import * as alertsSlice from '#client/features/alerts/slice';
import * as chatSelectors from '#client/features/chat/selectors';
import * as chatSlice from '#client/features/chat/slice';
import * as familiesSelectors from '#client/features/families/selectors';
import * as familiesSlice from '#client/features/families/slice';
import * as geofencesSelectors from '#client/features/geofences/selectors';
import * as geofencesSlice from '#client/features/geofences/slice';
import * as historySelectors from '#client/features/locations/history/selectors';
import * as historySlice from '#client/features/locations/history/slice';
import * as invitationsSlice from '#client/features/families/invitations/slice';
import * as presenceSelectors from '#client/features/locations/presence';
import * as locationsSelectors from '#client/features/locations/selectors';
import * as locationsSlice from '#client/features/locations/slice';
import * as profileSelectors from '#client/features/families/profile/selectors';
import * as profileSlice from '#client/features/families/profile/slice';
import * as sessionSelectors from '#client/features/session/selectors';
import * as sessionSlice from '#client/features/session/slice';
import type { RootState } from '#client/store/rootState';
import type { AppStore } from '#client/app/createStore';

const actions = {
  pages: pageActions,
  administration: administrationSlice,
  device: deviceSlice,
  addresses: addressesSlice,
  sos: sosSlice,
  preferences: preferencesSlice,
  account: accountSlice,
  history: historySlice,
  invitations: invitationsSlice,
  profile: profileSlice,
  alerts: alertsSlice,
  chat: chatSlice,
  families: familiesSlice,
  geofences: geofencesSlice,
  locations: locationsSlice,
  session: sessionSlice,
};

const selectors = {
  administration: administrationSelectors,
  addresses: addressesSelectors,
  preferences: preferencesSelectors,
  account: accountSelectors,
  history: historySelectors,
  profile: profileSelectors,
  alerts: alertsSelectors,
  chat: chatSelectors,
  families: familiesSelectors,
  geofences: geofencesSelectors,
  locations: { ...locationsSelectors, ...presenceSelectors },
  session: sessionSelectors,
};

/** The action creators among a slice's exports. */
type Creators<Slice> = {
  [Name in keyof Slice as Slice[Name] extends { type: string; match: unknown } ? Name : never]: Slice[Name];
};

/** Selectors bound to the state. */
type BoundSelectors<Selectors> = {
  [
    Name in keyof Selectors as Selectors[Name] extends (state: RootState, ...rest: never[]) => unknown
      ? Name
      : never
  ]: Selectors[Name] extends (state: RootState, ...rest: infer Rest) => infer Value
    ? (...rest: Rest) => Value
    : never;
};

type ActionsOf<Slices> = { [Name in keyof Slices]: Creators<Slices[Name]> };
type SelectorsOf<All> = { [Name in keyof All]: BoundSelectors<All[Name]> };

/** `window.kinmap`: access to the store for developers. */
export interface KinmapConsole {
  getState(): RootState;
  dispatch: AppStore['dispatch'];
  actions: ActionsOf<typeof actions>;
  selectors: SelectorsOf<typeof selectors>;
  /** The recorded actions, in the format of Redux DevTools. */
  log(): string;
  /** Saves the log as a file. */
  saveLog(): void;
}

declare global {
  interface Window {
    kinmap?: KinmapConsole;
  }
}

export function createConsole(store: AppStore, log: () => string, saveLog: () => void): KinmapConsole {
  return {
    getState: store.getState,
    dispatch: store.dispatch,
    actions: mapValues(actions, (slice) => pick(slice, isCreator)) as KinmapConsole['actions'],
    selectors: mapValues(selectors, (all) =>
      mapValues(
        pick(all, isFunction),
        (select) =>
          (...rest: unknown[]) =>
            select(store.getState(), ...rest),
      ),
    ) as KinmapConsole['selectors'],
    log,
    saveLog,
  };
}

type AnyFunction = (...args: unknown[]) => unknown;

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

function isCreator(value: unknown): value is AnyFunction {
  return isFunction(value) && 'match' in value;
}

function pick<Part>(all: object, wanted: (value: unknown) => value is Part): Record<string, Part> {
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Part] => wanted(entry[1])));
}

function mapValues<Part, Result>(
  all: Record<string, Part>,
  make: (part: Part) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([name, part]) => [name, make(part)]));
}
