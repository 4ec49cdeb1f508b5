import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusPageTitle } from '#client/ui/Page.tsx';
import { useAppDispatch } from '#client/store/hooks';
import type { AppDispatch } from '#client/store/rootState';

/**
 * Dispatches the intent of a page once for each navigation to it; sagas react to it. The action carries the path, so that a
 * replay can show the page.
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
    // Pasting one emailed link over another changes only the part after the #.
    if (dispatchedFor.current === key + hash) return;
    dispatchedFor.current = key + hash;
    dispatch({ ...intent(), meta: { path: pathname } });
    // Not on the first page, where the browser starts at the top anyway.
    if (key !== 'default') focusPageTitle();
  }, [dispatch, intent, key, pathname, hash]);
  return children;
}
