import { colorFor, type PersonColor } from '#client/ui/colors';
import { listId } from './arrangement';
import { Marker } from './Marker';
import type { MarkerGroup } from './markerGroups';
import './group-markers.css';

interface GroupLegsProps {
  group: MarkerGroup;
  /** The accessible name. */
  label: string;
}

/** The place of markers that are drawn beside it: a dot, and a line to each. */
export function GroupLegs({ group: { center, fanned, listed, listShift }, label }: GroupLegsProps) {
  const ends = fanned.map(({ fromCenter }) => fromCenter);
  return (
    <Marker {...center} label={label} animationMs={0} lowered>
      <svg className="group-legs" width="1" height="1" aria-hidden="true">
        {(listed.length > 0 ? [...ends, listShift] : ends).map(({ x, y }) => (
          <line key={`${x} ${y}`} x2={x} y2={y} />
        ))}
        <circle r="5" />
      </svg>
    </Marker>
  );
}

interface ListMarkerProps {
  group: MarkerGroup;
  /** The accessible name. */
  label: string;
  /** The colors of the circles behind the number. */
  colors: readonly (PersonColor | undefined)[];
  /** Opens the list. */
  onClick: () => void;
}

/** One marker for more members than can be fanned out: their number. */
export function ListMarker({ group, label, colors, onClick }: ListMarkerProps) {
  const [first, second] = colors.map((color) => (color ?? colorFor('')).fill);
  return (
    <Marker {...group.center} label={label} placementId={listId(group)} animationMs={0} onClick={onClick}>
      <span className="list-pin" aria-hidden="true">
        <span className="list-pin-circle" style={{ backgroundColor: second }} />
        <span className="list-pin-circle" style={{ backgroundColor: first }} />
        <span className="list-pin-count">{group.listed.length}</span>
      </span>
    </Marker>
  );
}
