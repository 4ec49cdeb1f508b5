import type { ReactNode } from 'react';
import './place-pins.css';

export interface PlacePinProps {
  /** sos: the position of an SOS. Default place. */
  tone?: 'place' | 'sos' | undefined;
  /** Whose it is, where no other marker there says so. */
  name?: string | undefined;
}

/** A point on the map: a place that can be dragged, or where a call for help came from. */
export function PlacePin({ tone = 'place', name }: PlacePinProps) {
  return (
    <span className={`place-pin place-pin-${tone}`} aria-hidden="true">
      {name === undefined ? null : <span className="member-pin-tag">{name}</span>}
    </span>
  );
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
