import type { Action } from '@reduxjs/toolkit';
import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { PageSettings } from '#client/services/settings';
import type { ShownSecrets, InviteCodes, Services } from '#client/services/types';
import type { RootState } from './rootState';
import type { Outcome } from './tasks';
import type { AppDispatch } from './rootState';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/**
 * What views need of the router. It is passed to them, because a package that several bundles import directly is kept
 * whole by the bundler, and every page would load all of the router before signing in.
 */
export interface Navigation {
  Link: ComponentType<{ to: string; className?: string; children?: ReactNode; onClick?: () => void }>;
  Navigate: ComponentType<{ to: string; replace?: boolean }>;
}

/** What views may read besides the store. */
export interface AppContextValue {
  navigation: Navigation;
  settings: PageSettings;
  /** Absent in a replay, which holds no codes. */
  inviteCodes: Pick<InviteCodes, 'get' | 'getLink' | 'getPending' | 'subscribe'>;
  shownSecrets: Pick<ShownSecrets, 'get' | 'subscribe'>;
  isCommonPassword: Services['isCommonPassword'];
}

export const AppContext = createContext<AppContextValue | null>(null);

export function useAppContext(): AppContextValue {
  const context = useContext(AppContext);
  if (!context) throw new Error('AppContext has no value');
  return context;
}

export function useNavigation(): Navigation {
  return useAppContext().navigation;
}

export function useSettings(): PageSettings {
  return useAppContext().settings;
}

/** A family's invitation code, which is a secret and therefore not in the store; null while it is not known. */
export function useInviteCode(familyId: string): string | null {
  const { inviteCodes } = useAppContext();
  return useSyncExternalStore(inviteCodes.subscribe, () => inviteCodes.get(familyId));
}

/** The invitation link of a family; a secret as well. */
export function useInviteLink(familyId: string): string | null {
  const { inviteCodes } = useAppContext();
  return useSyncExternalStore(inviteCodes.subscribe, () => inviteCodes.getLink(familyId));
}

/** What is shown once, such as the key of a phone; a secret as well. */
export function useShownSecret() {
  const { shownSecrets } = useAppContext();
  return useSyncExternalStore(shownSecrets.subscribe, shownSecrets.get);
}

/** The invitation code of the address by which the page was opened, until it is used; null when there was none. */
export function useInvitationCodeFromUrl(): string | null {
  const { inviteCodes } = useAppContext();
  return useSyncExternalStore(inviteCodes.subscribe, inviteCodes.getPending);
}

/**
 * What the form of a task needs.
 * @param outdated dispatched when the form is edited after an outcome, which no longer holds then
 */
export function useTaskForm({ status }: Outcome, outdated: Action) {
  const dispatch = useAppDispatch();
  function edited() {
    if (status === 'failed' || status === 'done') dispatch(outdated);
  }
  return { status, busy: status === 'busy', edited };
}
