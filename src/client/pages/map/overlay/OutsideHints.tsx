import { useContext } from 'react';
import { t } from '#client/i18n/text';
import { distance } from '#client/i18n/lengths';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { type Outside, outsideOf, useFreeView } from '#client/map/freeView';
import { PlacementsContext } from '#client/map/placements';
import { textScale } from '#client/map/textScale';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { useOnUnmount } from '#client/ui/hooks';
import { Avatar } from '#client/ui/people.tsx';
import { selectOpenCalls } from '#client/features/alerts/viewModels';
import { firstName } from '#client/features/families/messages';
import { selectPersonColor } from '#client/features/families/selectors';
import { type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { mapLeft } from '#client/features/locations/points/slice';
import { everyoneRequested, memberSelected } from '#client/features/locations/slice';
import './outside-hints.css';

/** In CSS pixels: the height of a hint with its gap, and what stays free of them. */
const HINT_PX = 52;
const RESERVED_HEIGHT_PX = 280;

/** From this text size on a hint is as high as what is around a member: it needs room, or covers the member instead. */
const LARGE_TEXT = 1.5;

/**
 * At most 4 hints, because more would cover the map; the last then becomes 'show everyone', which is also one of the
 * buttons of the map. @param height of what is shown of the map
 */
function mostHints(height: number): number {
  const scale = textScale();
  const least = scale < LARGE_TEXT ? 1 : 0;
  return Math.max(least, Math.min(4, Math.floor((height - RESERVED_HEIGHT_PX) / (HINT_PX * scale))));
}

/** Members outside what is shown of the map: how far and where; a press moves the map there. */
export function OutsideHints() {
  const dispatch = useAppDispatch();
  const callers = useAppSelector(selectOpenCalls).map(({ userId }) => userId);
  // During an SOS only its callers, because hints lie on the map and could cover one.
  const others = useAppSelector(selectMemberPresences).filter(
    ({ isMe, position, member }) =>
      position && !isMe && (callers.length === 0 || callers.includes(member.id)),
  );
  const view = useFreeView();
  const placements = useContext(PlacementsContext);
  useOnUnmount(() => view && dispatch(mapLeft(view.center)));
  const outside = outsideOf(
    view,
    others.flatMap(({ member: { id }, position }) =>
      position ? [{ id, latitude: position.latitude, longitude: position.longitude }] : [],
    ),
    placements,
  );
  if (!view || outside.length === 0) return null;
  const most = mostHints(view.height);
  if (most === 0) return null;
  const shown = outside.length > most ? outside.slice(0, most - 1) : outside;
  const more = outside.length - shown.length;
  return (
    <ul className="outside-hints" role="list" aria-label={t('Outside the map')}>
      {shown.map((one) => (
        <li key={one.id} ref={focusNeighbourOnRemoval}>
          <Hint outside={one} members={others.map(({ member }) => member)} />
        </li>
      ))}
      {more > 0 ? (
        <li key="everyone" ref={focusNeighbourOnRemoval}>
          <button type="button" className="outside-hint" onClick={() => dispatch(everyoneRequested())}>
            <span className="outside-hint-words">
              {shown.length === 0
                ? t('{count} outside the map: show everyone', { count: more })
                : t('{count} more: show everyone', { count: more })}
            </span>
          </button>
        </li>
      ) : null}
    </ul>
  );
}

interface HintProps {
  outside: Outside;
  members: readonly MemberPresence['member'][];
}

function Hint({ outside: { id, metres, bearing }, members }: HintProps) {
  const dispatch = useAppDispatch();
  const color = useAppSelector((state) => selectPersonColor(state, id));
  const member = members.find((other) => other.id === id);
  if (!member) return null;
  const { name, profileImage } = member;
  const isUnique = members.filter((other) => firstName(other.name) === firstName(name)).length === 1;
  return (
    <button type="button" className="outside-hint" onClick={() => dispatch(memberSelected({ userId: id }))}>
      {/* Only markers have names that begin with the member's. */}
      <span className="visually-hidden">{t('Outside the map:')} </span>
      <Avatar id={id} name={name} picture={profileImage} size={28} color={color} />
      <span className="outside-hint-words">
        {hintText(isUnique ? firstName(name) : name, metres, bearing)}
      </span>
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

/** 'Mia, 3 km east'. */
function hintText(name: string, metres: number, bearing: number): string {
  const values = { name, distance: distance(roughly(metres)) };
  return t(
    {
      N: '{name}, {distance} north',
      NE: '{name}, {distance} northeast',
      E: '{name}, {distance} east',
      SE: '{name}, {distance} southeast',
      S: '{name}, {distance} south',
      SW: '{name}, {distance} southwest',
      W: '{name}, {distance} west',
      NW: '{name}, {distance} northwest',
    }[pointOf(bearing)],
    values,
  );
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const pointOf = (bearing: number) => POINTS[Math.round(bearing / 45) % POINTS.length] ?? 'N';

/** Two digits are enough to know how far away a member is. */
const roughly = (metres: number): number => Number(metres.toPrecision(2));
