import { type ComponentProps, Suspense } from 'react';
import { useAppSelector } from '#client/store/hooks';
import { LaterPart } from './later';

/** A part of the map that loads after it: check-ins, pauses and whereabouts, where the server has them. */
export function MapPart(props: ComponentProps<typeof LaterPart>) {
  const isKnown = useAppSelector(
    ({ alerts, locations }) => (alerts.checkIns.list ?? locations.whereabouts.sharing) !== null,
  );
  const { fallback = null } = props;
  return isKnown ? (
    <Suspense fallback={fallback}>
      <LaterPart {...props} />
    </Suspense>
  ) : (
    fallback
  );
}
