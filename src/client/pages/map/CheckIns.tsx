import { type ComponentType, lazy, Suspense } from 'react';
import type { CheckInPartProps } from '#client/features/alerts/checkIns/views/OnMap.tsx';
import { useAppSelector } from '#client/store/hooks';

const Part = lazy<ComponentType<CheckInPartProps>>(async () => ({
  default: await import('#client/features/alerts/checkIns/views/OnMap.tsx').then(
    ({ CheckInPart }) => CheckInPart,
    () => () => null,
  ),
}));

/** A part of the map about check-ins. Loads after the map, where the server has check-ins. */
export function CheckIns(props: CheckInPartProps) {
  const isKnown = useAppSelector(({ alerts }) => alerts.checkIns.list !== null);
  return isKnown ? (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ) : null;
}
