import './fence-label.css';

/** The name of a place on the map, centred on its point. */
export function FenceLabel({ name }: { name: string }) {
  return (
    <span className="fence-label" aria-hidden="true">
      {name}
    </span>
  );
}
