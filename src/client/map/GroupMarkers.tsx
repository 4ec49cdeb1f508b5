import { colorFor, type PersonColor } from '#client/ui/colors';
import { listId } from './arrangement';
import { Marker } from './Marker';
import type { Hub, MarkerGroup } from './markerGroups';
import './group-markers.css';

interface GroupLegsProps {
  hubs: readonly Hub[];
  /** The accessible name of all of them. */
  label: string;
}

/** Where the members of a group are, whose markers are drawn beside it: dots, and a line from each marker to its own. */
export function GroupLegs({ hubs, label }: GroupLegsProps) {
  return hubs.map(({ position: { latitude, longitude }, ends }, index) => (
    <Marker
      key={`${latitude} ${longitude}`}
      latitude={latitude}
      longitude={longitude}
      label={index === 0 ? label : ''}
      animationMs={0}
      lowered
    >
      <svg className="group-legs" width="1" height="1" aria-hidden="true">
        {ends.map(({ x, y }) => (
          <line key={`${x} ${y}`} x2={x} y2={y} />
        ))}
        <circle r={ends.length > 1 ? 5 : 4} />
      </svg>
    </Marker>
  ));
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
