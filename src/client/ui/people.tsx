import { t } from '#client/i18n/text';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { colorFor, initialsOf, type PersonColor } from './colors';
import './people.css';

export interface AvatarProps {
  /** The person's id: their colour follows from it. */
  id: string;
  name: string;
  /** Address of the picture; initials are shown when there is none or it does not load. */
  picture?: string | null | undefined;
  /** Width and height in px; default 40. */
  size?: number | undefined;
  /** Overrides the colour that follows from the id, see `colorsFor`. */
  color?: PersonColor | undefined;
}

/** A person's picture or initials. Decorative: the name is beside it, or in the label of the parent element. */
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

export type Presence = 'fresh' | 'stale';

export interface PresenceDotProps {
  presence: Presence;
}

/** Green for a position of the last 10 minutes, yellow for an older one; a full and a hollow dot, and words. */
export function PresenceDot({ presence }: PresenceDotProps) {
  const words = t(presence === 'fresh' ? 'Seen in the last 10 minutes' : 'Not seen for 10 minutes');
  return (
    <span
      className={`presence presence-${presence}`}
      role="img"
      aria-label={words}
      data-presence={presence}
    />
  );
}

/** @returns an address that calls a number as it was typed, with spaces and brackets; null if there is none to dial */
export const telephoneLink = (phone: string | null | undefined): string | null =>
  phone && /(\d\D*){3}/u.test(phone) ? `tel:${phone.replace(/[^+\d]/gu, '')}` : null;

/** What the link element of a row is given; spread it on whatever link the router has. */
export interface PersonRowLinkProps {
  className: string;
  children: ReactNode;
}

export interface PersonRowProps extends Omit<AvatarProps, 'size'> {
  /** Shown after the name, e.g. 'you'. */
  note?: string | undefined;
  /** No dot without a position. */
  presence?: Presence | null | undefined;
  /** At the end of the line of the name, e.g. the distance. */
  meta?: ReactNode;
  /** The location line, e.g. 'Last updated 2 minutes ago' or 'Location not shared'. */
  line: ReactNode;
  /** A button beside the row, e.g. to see the person on the map. */
  action?: ReactNode;
  /** Draws the link, e.g. `(props) => <Link to="/profile/7" {...props} />`. */
  renderLink: (props: PersonRowLinkProps) => ReactNode;
}

/** A member in the panel: picture, name, presence, where they are; the whole row is the link. Goes into PersonList. */
export function PersonRow({ note, presence, meta, line, action, renderLink, ...person }: PersonRowProps) {
  const link = renderLink({
    className: 'person-row',
    children: (
      <>
        {/* The picture is shown first, but screen readers read the name first. */}
        <span className="person-row-text">
          <span className="person-row-name">
            {person.name}
            {note ? <span className="person-row-note"> {note}</span> : null}
            <Comma />
          </span>
          <span className="person-row-meta">{meta}</span>
          <span className="person-row-line">{line}</span>
        </span>
        <span className="person-row-picture">
          <Avatar {...person} size={44} />
          {presence ? (
            <>
              <Comma />
              <PresenceDot presence={presence} />
            </>
          ) : null}
        </span>
      </>
    ),
  });
  return (
    <li className="person-row-item">
      {link}
      {action}
    </li>
  );
}

/** Between the parts of a row, so that a screen reader reads the row as one sentence. */
function Comma() {
  return <span className="person-row-comma">, </span>;
}

export interface PersonListProps {
  /** The accessible name of the list. */
  label: string;
  children: ReactNode;
}

/** The list around PersonRows. */
export function PersonList({ label, children }: PersonListProps) {
  return (
    // Safari drops the list role together with the bullets, unless it is said.
    <ul className="person-list" role="list" aria-label={label}>
      {children}
    </ul>
  );
}
