import { t } from '#client/i18n/text';
import { SOS_ZOOM } from '#contract/limits';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Avatar } from '#client/ui/people.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { everyoneRequested, memberSelected, pointChosen } from '#client/features/locations/slice';
import type { OutsideMember } from './useOutside';
import './outside-hints.css';

export interface OutsideHintsProps {
  outside: readonly OutsideMember[];
  /** How many hints there is room for; with one too few the last becomes 'show everyone', and without any the number. */
  most: number;
}

/** Members outside what is shown of the map: how far and where; a press moves the map there. */
export function OutsideHints({ outside, most }: OutsideHintsProps) {
  if (outside.length === 0) return null;
  const shown = outside.length > most ? outside.slice(0, Math.max(0, most - 1)) : outside;
  const more = outside.length - shown.length;
  return (
    <ul className="outside-hints" role="list" aria-label={t('Outside the map')}>
      {shown.map((one) => (
        <li key={one.member.id} ref={focusNeighbourOnRemoval}>
          <Hint {...one} />
        </li>
      ))}
      {more > 0 ? (
        <li key="everyone" ref={focusNeighbourOnRemoval}>
          <Everyone count={more} kind={most === 0 ? 'small' : shown.length === 0 ? 'only' : 'more'} />
        </li>
      ) : null}
    </ul>
  );
}

function Everyone({ count, kind }: { count: number; kind: 'small' | 'only' | 'more' }) {
  const dispatch = useAppDispatch();
  const words =
    kind === 'more'
      ? t('{count} more: show everyone', { count })
      : t('{count} outside the map: show everyone', { count });
  return (
    <button
      type="button"
      className={kind === 'small' ? 'outside-hint outside-hint-small' : 'outside-hint'}
      aria-label={words}
      onClick={() => dispatch(everyoneRequested())}
    >
      <span className="outside-hint-words">
        {kind === 'small' ? t('{count} off the map', { count }) : words}
      </span>
    </button>
  );
}

function Hint({ member: { id, name, profileImage }, sos, bearing, text }: OutsideMember) {
  const dispatch = useAppDispatch();
  const color = useAppSelector((state) => selectPersonColor(state, id));
  const show = () =>
    dispatch(sos ? pointChosen({ userId: id, ...sos, zoom: SOS_ZOOM }) : memberSelected({ userId: id }));
  return (
    <button type="button" className="outside-hint" onClick={show}>
      {/* Only markers have names that begin with the member's. */}
      <span className="visually-hidden">{t('Outside the map:')} </span>
      <Avatar id={id} name={name} picture={profileImage} size={28} color={color} />
      <span className="outside-hint-words">{text}</span>
      <Arrow bearing={bearing} />
    </button>
  );
}

function Arrow({ bearing }: { bearing: number }) {
  return (
    <svg
      className="outside-hint-arrow"
      style={{ rotate: `${Math.round(bearing)}deg` }}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <path d="M12 3.5 18 20l-6-3.6L6 20Z" />
    </svg>
  );
}
