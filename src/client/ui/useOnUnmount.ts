import { useEffect, useEffectEvent } from 'react';

/** Calls, as of the last time it was drawn, when a component goes. */
export function useOnUnmount(callback: () => void): void {
  const leave = useEffectEvent(callback);
  useEffect(() => () => leave(), []);
}
