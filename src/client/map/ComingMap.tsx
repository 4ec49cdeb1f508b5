import { useEffect } from 'react';
import { Skeleton } from '../ui/Skeleton';
import { fetchEngine } from './useMapbox';

/** Stands where a map will be once it is known what it shows. The library is fetched meanwhile, half of all there is. */
export function ComingMap() {
  useEffect(() => {
    // The map itself says so when it cannot be had.
    fetchEngine().catch(() => undefined);
  }, []);
  return <Skeleton width="100%" height="100%" />;
}
