import { t } from '#client/i18n/text';
import { distance } from '#client/i18n/lengths';
import { shortAge } from '#client/i18n/times';
import type { ReactNode } from 'react';
import { distanceBetween } from '#shared/geo';
import { useAppDispatch, useAppSelector, useNavigation, useSettings } from '#client/store/hooks';
import { directionsTo } from '#client/map/directions';
import { DirectionsIcon, HistoryIcon, PersonIcon, PhoneIcon } from '#client/ui/actionIcons.tsx';
import { ChatIcon, CloseIcon } from '#client/ui/icons.tsx';
import { Avatar, PresenceDot, telephoneLink } from '#client/ui/people.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { MemberSection } from '#client/features/alerts/checkIns/views/MemberSection.tsx';
import { OnceSection } from '#client/features/alerts/checkIns/views/OnceSection.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { lastUpdated } from '#client/features/locations/messages';
import { type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { selectionCleared } from '#client/features/locations/slice';
import { LaterPart } from './LaterPart';
import './member-card.css';

/** The member who is chosen on the map: where they are, and what one can do. Nothing for one who has left. */
export function MemberCard({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector(selectMemberPresences).find(({ member }) => member.id === userId);
  const color = useAppSelector((state) => selectPersonColor(state, userId));
  if (!shown) return null;
  const { member, isMe, presence, age } = shown;
  return (
    <section className="member-card" aria-label={member.name}>
      <div className="member-card-head">
        <Avatar id={member.id} name={member.name} picture={member.profileImage} size={56} color={color} />
        <div className="member-card-words">
          <h3>{member.name}</h3>
          <div>
            <LaterPart part="row" userId={userId} isMe={isMe} />
            {presence ? <PresenceDot presence={presence} /> : null} {lastUpdated(age)}
          </div>
        </div>
        <IconButton
          label={t('Close the card of {name}', { name: member.name })}
          icon={<CloseIcon />}
          onClick={() => dispatch(selectionCleared())}
        />
      </div>
      <Actions shown={shown} />
      <Figures shown={shown} />
      {isMe ? null : (
        <>
          <MemberSection userId={userId} name={member.name} />
          <OnceSection userId={userId} name={member.name} />
        </>
      )}
    </section>
  );
}

function Actions({ shown: { member, isMe, position } }: { shown: MemberPresence }) {
  const { Link } = useNavigation();
  const { userAgent = '' } = useSettings();
  return (
    <div className="member-card-actions">
      <Link to={`/profile/${member.id}`}>
        <PersonIcon />
        {t('Profile')}
      </Link>
      <Link to={`/history/${encodeURIComponent(member.id)}`}>
        <HistoryIcon />
        {t('History')}
      </Link>
      {isMe ? null : (
        <Link to="/chat">
          <ChatIcon />
          {t('Message')}
        </Link>
      )}
      {member.phone === undefined || isMe ? null : (
        <a href={telephoneLink(member.phone)}>
          <PhoneIcon />
          {t('Call')}
        </a>
      )}
      {position && !isMe ? (
        <a href={directionsTo(position, userAgent)} target="_blank" rel="noreferrer">
          <DirectionsIcon />
          {t('Directions')}
        </a>
      ) : null}
    </div>
  );
}

/** When the member was heard, how exactly the place is known, and how far it is from the user. */
function Figures({ shown: { isMe, position, age } }: { shown: MemberPresence }) {
  const own = useAppSelector(selectOwnPosition);
  if (!position || age === null) return null;
  return (
    <dl className="member-card-figures">
      <Figure name={t('Heard')}>{age < 60_000 ? t('now') : t('{age} ago', { age: shortAge(age) })}</Figure>
      {position.accuracy ? (
        <Figure name={t('Within')}>{distance(Math.round(position.accuracy))}</Figure>
      ) : null}
      {own && !isMe ? (
        <Figure name={t('From you')}>{distance(Math.round(distanceBetween(own, position)))}</Figure>
      ) : null}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
