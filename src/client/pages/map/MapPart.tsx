import type { ComponentProps } from 'react';
import { useAppSelector } from '#client/store/hooks';
import { LoadedMapPart } from './lazyParts';

/** A part of the map that loads after it: check-ins, pauses and whereabouts, where the server has them. */
export function MapPart(props: ComponentProps<typeof LoadedMapPart>) {
  const isKnown = useAppSelector(
    ({ alerts, locations }) => (alerts.checkIns.list ?? locations.whereabouts.sharing) !== null,
  );
  return isKnown ? <LoadedMapPart {...props} /> : props.fallback;
}
