import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusPageTitle } from '#client/ui/Page.tsx';
import { useAppDispatch } from '#client/store/hooks';
import type { AppDispatch } from '#client/store/rootState';

/**
 * Tells the store that a page was opened, once for each time it is; sagas do the rest. The action names the page, so
 * that a log of actions can be shown again page by page.
 */
export function PageOpened({
  intent,
  children,
}: {
  intent: () => Parameters<AppDispatch>[0];
  children: ReactNode;
}) {
  const dispatch = useAppDispatch();
  const { key, pathname, hash } = useLocation();
  const dispatchedFor = useRef<string>(null);
  useEffect(() => {
    // A link of an email that is pasted over another one changes only what stands behind the #.
    if (dispatchedFor.current === key + hash) return;
    dispatchedFor.current = key + hash;
    dispatch({ ...intent(), meta: { path: pathname } });
    // Not on the first page: there the browser begins at the top by itself.
    if (key !== 'default') focusPageTitle();
  }, [dispatch, intent, key, pathname, hash]);
  return children;
}
