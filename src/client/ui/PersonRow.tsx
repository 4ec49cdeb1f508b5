import type { ReactNode } from 'react';
import { Avatar } from './Avatar';
import type { AvatarProps } from './Avatar';
import { PresenceDot } from './PresenceDot';
import type { Presence } from './PresenceDot';
import './person-row.css';

/** What the link element of a row is given; spread it on whatever link the router has. */
export interface PersonRowLinkProps {
  className: string;
  children: ReactNode;
}

export interface PersonRowProps extends Omit<AvatarProps, 'size'> {
  /** What stands after the name, e.g. 'you'. */
  note?: string | undefined;
  /** No dot without a position. */
  presence?: Presence | null | undefined;
  /** The location line, e.g. 'Last updated 2 minutes ago' or 'Location not shared'. */
  line: ReactNode;
  /** A button beside the row, e.g. to see the person on the map. */
  action?: ReactNode;
  /** Draws the link, e.g. `(props) => <Link to="/profile/7" {...props} />`. */
  renderLink: (props: PersonRowLinkProps) => ReactNode;
}

/** A member in the panel: picture, name, presence, where they are; the whole row is the link. Goes into PersonList. */
export function PersonRow({ note, presence, line, action, renderLink, ...person }: PersonRowProps) {
  const link = renderLink({
    className: 'person-row',
    children: (
      <>
        {/* The picture stands first, but the name is read first. */}
        <span className="person-row-text">
          <span className="person-row-name">
            {person.name}
            {note ? <span className="person-row-note"> {note}</span> : null}
          </span>
          <span className="person-row-line">{line}</span>
        </span>
        <span className="person-row-picture">
          <Avatar {...person} size={44} />
          {presence ? <PresenceDot presence={presence} /> : null}
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
