import './place-pin.css';

export interface PlacePinProps {
  /** sos: where somebody calls for help. Default place. */
  tone?: 'place' | 'sos' | undefined;
}

/** A point on the map: a place that can be dragged, or where a call for help came from. */
export function PlacePin({ tone = 'place' }: PlacePinProps) {
  return <span className={`place-pin place-pin-${tone}`} aria-hidden="true" />;
}
