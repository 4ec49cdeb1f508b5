import type { CSSProperties } from 'react';
import { Avatar } from './Avatar';
import type { AvatarProps } from './Avatar';
import { colorFor } from './colors';
import type { Presence } from './PresenceDot';
import { PresenceDot } from './PresenceDot';
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

/** How a member looks on the map: the picture in a ring of their colour. Who is stale fades, but never vanishes. */
export function MemberPin({ presence, heading, age, selected, ...person }: MemberPinProps) {
  const color = person.color ?? colorFor(person.id);
  const style = { '--person': color.fill } as CSSProperties;
  const tag = [selected ? person.name.split(' ')[0] : null, age].filter(Boolean).join(' · ');
  const className = `member-pin member-pin-${presence}${selected ? ' member-pin-chosen' : ''}`;
  return (
    <span className={className} style={style} aria-hidden="true">
      {typeof heading === 'number' ? <Wedge heading={heading} /> : null}
      <span className="member-pin-ring">
        <Avatar {...person} color={color} size={40} />
      </span>
      <PresenceDot presence={presence} />
      {tag ? <span className="member-pin-tag">{tag}</span> : null}
    </span>
  );
}

function Wedge({ heading }: { heading: number }) {
  return (
    <svg
      className="member-pin-wedge"
      viewBox="-44 -44 88 88"
      width="88"
      height="88"
      style={{ transform: `rotate(${heading}deg)` }}
    >
      <path d="M-11-25 0-42l11 17a27 27 0 0 0-22 0Z" />
    </svg>
  );
}
