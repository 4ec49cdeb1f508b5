import { ago } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import { seenFromNow } from '#client/features/locations/messages';
import { type AppError, errorMessage } from '#client/i18n/errors';
import { selectOpenCallOf } from '#client/features/alerts/calls/selectors';
import { OpenCallLink } from '#client/features/alerts/calls/views/OpenCallLink.tsx';
import { selectIsAnythingChosen } from '#client/features/alerts/preferences/selectors';
import { MemberSection } from '#client/features/alerts/checkIns/views/MemberSection.tsx';
import { OnceSection } from '#client/features/alerts/checkIns/views/OnceSection.tsx';
import { PersonChoices, UnsavedChoices } from '#client/features/alerts/views/PersonChoices.tsx';
import {
  selectLastSeen,
  selectProfileAddress,
  selectProfilePosition,
} from '#client/features/locations/addresses/selectors';
import { type ReactNode, useState } from 'react';
import { MAP_ZOOM } from '#contract/limits';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { circleZoom } from '#shared/circleZoom';
import { PageMap } from '#client/map/PageMap.tsx';
import { AccuracyHalo } from '#client/map/circles.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import { Avatar, PresenceDot, telephoneLink } from '#client/ui/people.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { HistoryIcon, PhoneIcon, PlaceIcon } from '#client/ui/actionIcons.tsx';
import { EditIcon } from '#client/ui/editorIcons.tsx';
import { ErrorIcon } from '#client/ui/formIcons.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { MemberPin } from '#client/ui/MemberPin.tsx';
import { selectPermission } from '#client/features/alerts/selectors';
import { selectPersonColor } from '#client/features/families/selectors';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { WhereaboutsLine } from '#client/features/locations/whereabouts/views/WhereaboutsLine.tsx';
import {
  type Person,
  selectPerson,
  selectProfileError,
  selectProfileStatus,
} from '#client/features/families/profile/selectors';
import { BackLink } from '../BackLink';
import './profile.css';

/** /profile/{userId}: a member and their position. */
export function ProfilePage() {
  const status = useAppSelector(selectProfileStatus);
  const person = useAppSelector(selectPerson);
  const error = useAppSelector(selectProfileError);
  if (status === 'failed' && error) return <ProfileFailure error={error} />;
  return (
    <ProfileLayout title={person?.name ?? t('Profile')}>
      {person ? <PersonView key={person.id} person={person} /> : <ProfileSkeleton />}
    </ProfileLayout>
  );
}

function ProfileLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page header={<AppHeader title={title} leading={<BackLink />} />}>
      <NetworkBanner />
      {children}
    </Page>
  );
}

function ProfileFailure({ error }: { error: AppError }) {
  const { Navigate } = useNavigation();
  const [left, setLeft] = useState(false);
  if (left) return <Navigate to="/" />;
  return (
    <ProfileLayout title={t('Error')}>
      <EmptyState
        icon={<ErrorIcon />}
        title={errorMessage(error)}
        action={
          <Button variant="primary" onClick={() => setLeft(true)}>
            {t('Go back to map')}
          </Button>
        }
      />
    </ProfileLayout>
  );
}

function ProfileSkeleton() {
  return (
    <div className="profile-top">
      <span className="visually-hidden" role="status">
        {t('Loading...')}
      </span>
      <Skeleton round width={96} height={96} />
      <Skeleton width="60%" height="24px" />
      <Skeleton height="220px" />
    </div>
  );
}

function PersonView({ person }: { person: Person }) {
  const { id, name, profileImage } = person;
  const color = useAppSelector((state) => selectPersonColor(state, id));
  const openCall = useAppSelector((state) => selectOpenCallOf(state, id));
  return (
    <>
      <div className="profile-top">
        <Avatar id={id} name={name} picture={profileImage} size={96} color={color} />
        <div className="profile-words">
          {openCall ? <OpenCallLink call={openCall} /> : <WhereaboutsLine userId={id} />}
          <LastSeen person={person} />
          {person.email === null ? null : <p className="profile-email">{person.email}</p>}
        </div>
      </div>
      <Whereabouts person={person} />
      <ProfileLinks person={person} />
      <p className="profile-hint">
        {t('“Message” opens the chat of your family, which every member reads.')}
      </p>
      {person.isMe ? null : <MemberSection userId={id} name={name} />}
      {person.isMe ? null : <Choices person={person} />}
      {person.isMe ? null : <OnceSection userId={id} name={name} />}
    </>
  );
}

function LastSeen({ person: { name, joinedEarlier } }: { person: Person }) {
  const seen = useAppSelector(selectLastSeen);
  if (!seen)
    return (
      <>
        <p>{t('Location not shared')}</p>
        {joinedEarlier ? <p>{seenFromNow(name)}</p> : null}
      </>
    );
  return (
    <p className="profile-seen">
      <PresenceDot presence={seen.fresh ? 'fresh' : 'stale'} />
      {t('Last seen {ago}', { ago: ago(seen.age) })}
    </p>
  );
}

/** The small map with the address below; nothing where nothing is shared. */
function Whereabouts({ person }: { person: Person }) {
  const position = useAppSelector(selectProfilePosition);
  const address = useAppSelector(selectProfileAddress);
  const seen = useAppSelector(selectLastSeen);
  const { tiles } = useMapTiles();
  const color = useAppSelector((state) => selectPersonColor(state, person.id));
  if (!position) return null;
  const zoom = circleZoom(position, position.accuracy, MAP_ZOOM);
  return (
    <figure className="profile-place">
      <div className="profile-map">
        <PageMap
          center={position}
          // The map follows the person in steps of 11 m, as the address does.
          centerKey={`${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)} ${zoom}`}
          zoom={zoom}
          {...tiles}
          label={t('Map of where {name} is', { name: person.name })}
        >
          {position.accuracy ? (
            <AccuracyHalo
              id="accuracy"
              latitude={position.latitude}
              longitude={position.longitude}
              accuracy={position.accuracy}
              color={color.fill}
            />
          ) : null}
          <Marker latitude={position.latitude} longitude={position.longitude} label={person.name}>
            <MemberPin
              id={person.id}
              name={person.name}
              picture={person.profileImage}
              color={color}
              heading={position.heading}
              presence={seen?.fresh ? 'fresh' : 'stale'}
            />
          </Marker>
        </PageMap>
      </div>
      <figcaption className="profile-address" aria-live="polite">
        <Address address={address} />
      </figcaption>
    </figure>
  );
}

/** Room is kept for an address that is still looked up, and none for one that was not found. */
function Address({ address }: { address: string | null | undefined }) {
  if (address === null) return null;
  return (
    <>
      <PlaceIcon />
      {address === undefined ? <Skeleton width="60%" /> : <span dir="auto">{address}</span>}
    </>
  );
}

function ProfileLinks({ person }: { person: Person }) {
  const { Link } = useNavigation();
  const telephone = telephoneLink(person.phone);
  return (
    <div className="profile-links">
      <Link className={buttonClass('primary')} to={`/history/${encodeURIComponent(person.id)}`}>
        <HistoryIcon />
        {t('View History')}
      </Link>
      <Link className={buttonClass()} to="/chat">
        <ChatIcon />
        {t('Message')}
      </Link>
      {telephone === null || person.isMe ? null : (
        <a className={buttonClass()} href={telephone}>
          <PhoneIcon />
          {t('Call')}
        </a>
      )}
      {person.isMe ? (
        <Link className={buttonClass()} to="/account">
          <EditIcon />
          {t('Edit Profile')}
        </Link>
      ) : null}
    </div>
  );
}

/** Of which comings and goings of this person the system notifies. The Alerts tab shows all of them either way. */
function Choices({ person }: { person: Person }) {
  const isWanted = useAppSelector((state) => selectIsAnythingChosen(state, person.id));
  const permission = useAppSelector(selectPermission);
  const { Link } = useNavigation();
  return (
    <Section title={t('Notifications')}>
      <PersonChoices userId={person.id} name={person.name} />
      <p className="profile-hint">
        {t(
          'When {name} comes to one of your places or leaves it, your devices notify you. The Alerts page lists everything either way.',
          { name: person.name },
        )}
      </p>
      <UnsavedChoices />
      {isWanted && permission !== 'granted' ? (
        <Notice>
          {t('Alerts on this device are off.')} <Link to="/notifications">{t('Switch them on')}</Link>
        </Notice>
      ) : null}
    </Section>
  );
}
