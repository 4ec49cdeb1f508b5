import type { ReactNode } from 'react';
import './place-pins.css';

export interface PlacePinProps {
  /** sos: the position of an SOS. Default place. */
  tone?: 'place' | 'sos' | undefined;
}

/** A point on the map: a place that can be dragged, or where a call for help came from. */
export function PlacePin({ tone = 'place' }: PlacePinProps) {
  return <span className={`place-pin place-pin-${tone}`} aria-hidden="true" />;
}

/** The name of a place on the map, centred on its point. */
export function FenceLabel({ name, icon }: { name: string; icon?: ReactNode }) {
  return (
    <span className="fence-label" aria-hidden="true">
      {icon}
      <span className="fence-label-name">{name}</span>
    </span>
  );
}
