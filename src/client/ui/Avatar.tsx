import { useState } from 'react';
import type { CSSProperties } from 'react';
import { colorFor, initialsOf } from './colors';
import type { PersonColor } from './colors';
import './avatar.css';

export interface AvatarProps {
  /** The person's id: their colour follows from it. */
  id: string;
  name: string;
  /** Address of the picture; initials stand in when there is none or it does not load. */
  picture?: string | null | undefined;
  /** Width and height in px; default 40. */
  size?: number | undefined;
  /** Overrides the colour that follows from the id, see `colorsFor`. */
  color?: PersonColor | undefined;
}

/** A person's picture or initials. Decorative: the name stands beside it, or in the label of what it is part of. */
export function Avatar({ id, name, picture, size = 40, color = colorFor(id) }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const style: CSSProperties = {
    width: size,
    height: size,
    fontSize: size * 0.38,
    backgroundColor: color.fill,
  };
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {picture && picture !== broken ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          draggable={false}
          onError={() => setBroken(picture)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
