import { selectNow } from '#client/features/session/selectors';
import { formatList } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { dayAndTime } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { EnterIcon, ExitIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { changedAt, changedEverywhere, choiceAt, isSameChoice, mutedAt } from '../preferences/choices';
import {
  selectChoicesFor,
  selectHasPlaces,
  selectPlacesWith,
  selectPreferenceSaveFailed,
} from '../preferences/selectors';
import {
  type MemberChoices,
  type NotificationPreference,
  type PlaceChoice,
  preferenceChanged,
} from '../preferences/slice';
import './person-choices.css';

const DAY_MS = 86_400_000;

interface PersonChoicesProps {
  userId: string;
  name: string;
}

/** Of which comings and goings of a member the system notifies: everywhere, or at some places only. */
export function PersonChoices({ userId, name }: PersonChoicesProps) {
  const dispatch = useAppDispatch();
  const choices = useAppSelector((state) => selectChoicesFor(state, userId));
  const change = (changes: Partial<NotificationPreference>) =>
    dispatch(preferenceChanged(changedEverywhere(choices, changes)));
  return (
    <div className="person-choices">
      <Switch
        icon={<EnterIcon />}
        label={t('Notify on arrival')}
        checked={choices.notifyArrival}
        onChange={({ target }) => change({ notifyArrival: target.checked })}
      />
      <Switch
        icon={<ExitIcon />}
        label={t('Notify on departure')}
        checked={choices.notifyDeparture}
        onChange={({ target }) => change({ notifyDeparture: target.checked })}
      />
      <SomePlaces choices={choices} name={name} />
    </div>
  );
}

/** The places of the families that both are in, each with a choice of its own. */
function SomePlaces({ choices, name }: { choices: MemberChoices; name: string }) {
  const places = useAppSelector((state) => selectPlacesWith(state, choices.userId));
  const hasPlaces = useAppSelector(selectHasPlaces);
  const now = useAppSelector(selectNow);
  if (!hasPlaces || places.length === 0) return null;
  const namesOf = (isMeant: (choice: PlaceChoice) => boolean) =>
    places.filter(({ id }) => isMeant(choiceAt(choices, id))).map(({ name: place }) => place);
  const different = namesOf((choice) => !isSameChoice(choice, choices));
  const muted = namesOf((choice) => mutedAt(choice, now) !== null);
  return (
    <>
      {different.length > 0 ? (
        <p className="person-choices-hint">
          {t('Different at {places}.', { places: formatList(different) })}
        </p>
      ) : null}
      {muted.length > 0 ? (
        <p className="person-choices-hint">{t('Muted at {places}.', { places: formatList(muted) })}</p>
      ) : null}
      <details className="person-choices-places">
        <summary>{t('Only some places')}</summary>
        <p className="person-choices-hint">
          {t('What you choose for a place counts there. At all others, the two switches above count.')}
        </p>
        <ul className="person-choices-list" role="list" aria-label={t('Places of {name}', { name })}>
          {places.map(({ id, name: place }) => (
            <li key={id}>
              <PlaceChoice choices={choices} geofenceId={id} place={place} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface PlaceChoiceProps {
  choices: MemberChoices;
  geofenceId: string;
  /** Its name. */
  place: string;
}

function PlaceChoice({ choices, geofenceId, place }: PlaceChoiceProps) {
  const dispatch = useAppDispatch();
  const choice = choiceAt(choices, geofenceId);
  const change = (changes: Partial<PlaceChoice>) =>
    dispatch(preferenceChanged(changedAt(choices, geofenceId, { ...choice, ...changes })));
  return (
    <fieldset className="person-choices-place">
      <legend dir="auto">{place}</legend>
      <Switch
        label={t('Arrival')}
        checked={choice.notifyArrival}
        onChange={({ target }) => change({ notifyArrival: target.checked })}
      />
      <Switch
        label={t('Departure')}
        checked={choice.notifyDeparture}
        onChange={({ target }) => change({ notifyDeparture: target.checked })}
      />
      <PlaceMute choice={choice} onChange={(mutedUntil) => change({ mutedUntil })} />
    </fieldset>
  );
}

interface PlaceMuteProps {
  choice: PlaceChoice;
  /** Gets ISO 8601, or null to end it. */
  onChange: (mutedUntil: string | null) => void;
}

/** Mutes one place for a day, for days with many short trips. */
function PlaceMute({ choice, onChange }: PlaceMuteProps) {
  const now = useAppSelector(selectNow);
  const until = mutedAt(choice, now);
  if (until === null && !choice.notifyArrival && !choice.notifyDeparture) return null;
  return (
    <div ref={focusNeighbourOnRemoval} className="person-choices-mute">
      <p className="person-choices-hint" role="status">
        {until === null ? null : t('Muted until {time}.', { time: dayAndTime(until) })}
      </p>
      <Button
        variant="quiet"
        onClick={() => onChange(until === null ? new Date(now + DAY_MS).toISOString() : null)}
      >
        {until === null ? t('Mute for a day') : t('Unmute')}
      </Button>
    </div>
  );
}

/** Says so when the last choice is not on the server. */
export function UnsavedChoices() {
  if (!useAppSelector(selectPreferenceSaveFailed)) return null;
  return (
    <Notice kind="error">
      {t('Your choice is not saved yet. Leave this page open: it is saved once Kinmap can be reached.')}
    </Notice>
  );
}
