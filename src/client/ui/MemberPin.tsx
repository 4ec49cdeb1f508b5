import type { CSSProperties } from 'react';
import { Avatar, PresenceDot, type AvatarProps, type Presence } from './people';
import { colorFor } from './colors';
import './member-pin.css';

export interface MemberPinProps extends Omit<AvatarProps, 'size'> {
  presence: Presence;
  /** Degrees from north, clockwise; no wedge when unknown. */
  heading?: number | null | undefined;
  /** A short age such as '2 min'; shown below the picture. Give it once the position is old. */
  age?: string | null | undefined;
  /** Larger, with the name below. */
  selected?: boolean | undefined;
}

/** How a member looks on the map: the picture in a ring of their colour. Stale members fade. */
export function MemberPin({ presence, heading, age, selected, ...person }: MemberPinProps) {
  const color = person.color ?? colorFor(person.id);
  const style = { '--person': color.fill } as CSSProperties;
  const className = `member-pin member-pin-${presence}${selected ? ' member-pin-chosen' : ''}`;
  return (
    <span className={className} style={style} aria-hidden="true">
      {typeof heading === 'number' ? <Wedge heading={heading} /> : null}
      <span className="member-pin-ring">
        <Avatar {...person} color={color} size={40} />
      </span>
      <PresenceDot presence={presence} />
      <Tag name={shortName(person.name)} age={age} />
    </span>
  );
}

/** The name is hidden but below a larger pin, and where the map has room for it (group-markers.css). */
function Tag({ name, age }: { name: string; age: string | null | undefined }) {
  if (!age) return <span className="member-pin-tag member-pin-name">{name}</span>;
  return (
    <span className="member-pin-tag">
      <span className="member-pin-name">
        {name}
        <span className="member-pin-age"> · </span>
      </span>
      <span className="member-pin-age">{age}</span>
    </span>
  );
}

const NAME_FITS = 16;

/** The name below a pin: the whole one if it fits, because a family has more than one Grandpa; else of its first word what fits. */
export function shortName(name: string): string {
  if (name.length <= NAME_FITS) return name;
  const [first = ''] = name.split(' ');
  // Wider, it would cover the members beside it.
  return first.length <= NAME_FITS ? first : `${first.slice(0, NAME_FITS - 1)}…`;
}

function Wedge({ heading }: { heading: number }) {
  return (
    <svg
      className="member-pin-wedge"
      viewBox="-44 -44 88 88"
      width="88"
      height="88"
      style={{ rotate: `${heading}deg` }}
    >
      <path d="M-11-25 0-42l11 17a27 27 0 0 0-22 0Z" />
    </svg>
  );
}
