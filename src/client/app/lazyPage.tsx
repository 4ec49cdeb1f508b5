import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { importPage } from '#client/services/lazyImport';
import { LoadingPage, focusPageTitle } from '#client/ui/Page.tsx';

/** A screen in a bundle of its own. */
export interface LazyPage {
  /** Fetches it before it is shown. */
  readonly load: () => Promise<unknown>;
  /** Shows it at once when it has been fetched, else that it loads. Throws the error when it could not be fetched. */
  readonly Screen: ComponentType;
}

/**
 * A screen that is fetched once. Not by React's `lazy`: that first shows its fallback, also for a screen that is fetched
 * already, and then holds the screen back for the rest of 300 ms, so that pages do not flicker. That would delay the first
 * map.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let known: ComponentType | undefined;
  const loadOnce = async (): Promise<ComponentType> => (known = await load());

  function Screen() {
    const { key } = useLocation();
    const [Shown, setShown] = useState(() => known);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Shown) {
        // `PageOpened` found no title while the screen was loading.
        if (key !== 'default') focusPageTitle();
        return undefined;
      }
      let isGone = false;
      importPage(loadOnce).then(
        (screen) => isGone || setShown(() => screen),
        (error: unknown) => isGone || setFailure({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [Shown, key]);
    if (failure) throw failure.error;
    return Shown ? <Shown /> : <LoadingPage />;
  }

  return { load: loadOnce, Screen };
}
