import { t } from '#client/i18n/text';
import { distance, distanceFromUser } from '#client/i18n/lengths';
import { shortAge } from '#client/i18n/times';
import type { ReactNode } from 'react';
import { distanceBetween } from '#shared/geo';
import { useAppDispatch, useAppSelector, useNavigation, useSettings } from '#client/store/hooks';
import { directionsTo } from '#client/map/directions';
import { DirectionsIcon, HistoryIcon, PhoneIcon } from '#client/ui/actionIcons.tsx';
import { FocusHeading } from '#client/ui/FocusHeading.tsx';
import { ChatIcon, CloseIcon } from '#client/ui/icons.tsx';
import { Avatar, PresenceDot, telephoneLink } from '#client/ui/people.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { useEscape } from '#client/ui/useEscape';
import { selectOpenCallOf } from '#client/features/alerts/calls/selectors';
import { OpenCallLink } from '#client/features/alerts/calls/views/OpenCallLink.tsx';
import { MemberCheckIn } from '#client/features/alerts/checkIns/views/MemberCheckIn.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { selectNearbyStreet } from '#client/features/locations/addresses/selectors';
import { lastUpdated, seenFromNow } from '#client/features/locations/messages';
import { type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { selectionCleared } from '#client/features/locations/slice';
import { batteryText, isBatteryLow } from '#client/features/locations/whereabouts/messages';
import { selectPresenceOf } from '#client/features/locations/whereabouts/selectors';
import { useWhereabouts } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import { MemberRows } from './MemberRows';
import './member-card.css';

/** 'less than a minute ago' in the words above the figures. */
const NOW_MS = 30_000;

/** The selected member: where they are, and what the user can do. Nothing for a member who has left. */
export function MemberCard({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  useEscape(() => dispatch(selectionCleared()));
  const shown = useAppSelector(selectMemberPresences).find(({ member }) => member.id === userId);
  if (!shown) return null;
  return (
    <section className="member-card" aria-label={shown.member.name}>
      <Head shown={shown} />
      <Actions shown={shown} />
      <Figures shown={shown} />
      <MemberRows member={shown.member} isMe={shown.isMe} />
    </section>
  );
}

interface PartProps {
  shown: MemberPresence;
}

function Head({ shown: { member, position, presence, age } }: PartProps) {
  const dispatch = useAppDispatch();
  const call = useAppSelector((state) => selectOpenCallOf(state, member.id));
  const color = useAppSelector((state) => selectPersonColor(state, member.id));
  const where = useWhereabouts(member.id);
  const street = useAppSelector((state) => (position ? selectNearbyStreet(state, position) : null));
  return (
    <div className="member-card-head">
      <Avatar id={member.id} name={member.name} picture={member.profileImage} size={56} color={color} />
      <div className="member-card-words">
        <FocusHeading scrolls={false}>{member.name}</FocusHeading>
        {call ? (
          <p className="member-card-where">
            <OpenCallLink call={call} />
          </p>
        ) : where === null ? null : (
          <p className="member-card-where">{where}</p>
        )}
        {street === null ? null : <p>{t('Near {street}', { street })}</p>}
        <MemberCheckIn userId={member.id} />
        <p>
          {presence ? <PresenceDot presence={presence} /> : null} {lastUpdated(age)}
        </p>
        {age === null && member.joinedEarlier ? <p>{seenFromNow(member.name)}</p> : null}
      </div>
      <IconButton
        label={t('Close the card of {name}', { name: member.name })}
        icon={<CloseIcon />}
        onClick={() => dispatch(selectionCleared())}
      />
    </div>
  );
}

function Actions({ shown: { member, isMe, position } }: PartProps) {
  const { Link } = useNavigation();
  const { userAgent = '' } = useSettings();
  const telephone = telephoneLink(member.phone);
  return (
    <div className="member-card-actions">
      {telephone === null || isMe ? null : (
        <a href={telephone}>
          <PhoneIcon />
          {t('Call')}
        </a>
      )}
      {isMe ? null : (
        <Link to="/chat">
          <ChatIcon />
          {t('Message')}
        </Link>
      )}
      {position && !isMe ? (
        <a href={directionsTo(position, userAgent)} target="_blank" rel="noreferrer">
          <DirectionsIcon />
          {t('Directions')}
        </a>
      ) : null}
      <Link to={`/history/${encodeURIComponent(member.id)}`}>
        <HistoryIcon />
        {t('History')}
      </Link>
    </div>
  );
}

/** When the member was heard, how exactly the place is known, how far it is from the user, and the battery. */
function Figures({ shown: { member, isMe, position, age } }: PartProps) {
  const own = useAppSelector(selectOwnPosition);
  const presence = useAppSelector((state) => selectPresenceOf(state, member.id));
  const battery = presence ? batteryText(presence) : null;
  if (!position || age === null) return null;
  return (
    <dl className="member-card-figures">
      <Figure name={t('Heard')}>{age < NOW_MS ? t('now') : t('{age} ago', { age: shortAge(age) })}</Figure>
      {position.accuracy ? (
        <Figure name={t('Within')}>{distance(Math.round(position.accuracy))}</Figure>
      ) : null}
      {own && !isMe ? (
        <Figure name={t('From you')}>{distanceFromUser(distanceBetween(own, position))}</Figure>
      ) : null}
      {presence && battery !== null ? (
        <Figure name={t('Battery')} isLow={isBatteryLow(presence)}>
          {battery}
        </Figure>
      ) : null}
    </dl>
  );
}

interface FigureProps {
  name: string;
  isLow?: boolean;
  children: ReactNode;
}

function Figure({ name, isLow = false, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isLow ? 'battery' : undefined} data-low={isLow}>
        {children}
      </dd>
    </div>
  );
}
