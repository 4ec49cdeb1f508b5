import { useState } from 'react';
import type { QuietHours } from '#shared/quietHours';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { Notice, OutcomeNotice } from '#client/ui/feedback.tsx';
import { Section } from '#client/ui/Section.tsx';
import { TimeField } from '#client/ui/TimeField.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectUser } from '#client/features/session/selectors';
import { formatList } from '#client/i18n/formats';
import { selectOnceAbout } from '../checkIns/selectors';
import { OnceList } from '../checkIns/views/OnceSection';
import {
  isWanted,
  selectChosenPlaces,
  selectIsChoiceKnown,
  selectPlacesWith,
  selectPreferenceFor,
} from '../preferences/selectors';
import type { NotificationPreference } from '../preferences/slice';
import { selectPushInfo, selectPushTask } from '../push/selectors';
import { notifySettingsChanged } from '../push/actions';
import { PersonChoices, UnsavedChoices } from './PersonChoices';

/** What reaches the user while the app is closed, and when. The same on all devices. */
export function WhatReachesMe() {
  const settings = useSettingsForm();
  return (
    <>
      <Section title={t('What reaches me')}>
        <p className="notifications-always">
          {t('An SOS comes at any hour, to every device with alerts on.')}
        </p>
        {settings ? (
          <Switch
            label={t('Messages')}
            checked={settings.messages}
            onChange={({ target }) => settings.change({ messages: target.checked })}
          />
        ) : null}
        <People />
        {settings ? (
          <Switch
            label={t('Hide names and texts')}
            aria-describedby="private-text-hint"
            checked={settings.privateText}
            onChange={({ target }) => settings.change({ privateText: target.checked })}
          />
        ) : null}
        {settings ? (
          <p id="private-text-hint" className="notifications-hint">
            {t('A locked phone then shows only that there is something new in your family.')}
          </p>
        ) : null}
      </Section>
      {settings ? <Quiet quiet={settings.quiet} onChange={(quiet) => settings.change({ quiet })} /> : null}
    </>
  );
}

/** The settings, and what changes some of them; null where the server has none. */
function useSettingsForm() {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectPushInfo)?.settings;
  if (!settings) return null;
  const { quiet, privateText, messages } = settings;
  const change = (changes: Partial<{ quiet: QuietHours | null; privateText: boolean; messages: boolean }>) =>
    dispatch(notifySettingsChanged({ quiet, privateText, messages, ...changes }));
  return { quiet, privateText, messages, change };
}

/** Of a longer list the first few are shown, so that what is below it stays near. */
const SHOWN_AT_FIRST = 5;

/** Each other member with what is notified of them. */
function People() {
  const [isWhole, setIsWhole] = useState(false);
  const me = useAppSelector(selectUser);
  const families = useAppSelector(selectFamilies);
  const members = new Map(
    families.flatMap((family) => family.members.map(({ id, name }) => [id, name] as const)),
  );
  members.delete(me?.id ?? '');
  const sorted = [...members].toSorted(([, one], [, other]) => one.localeCompare(other));
  if (members.size === 0) return null;
  // One that is hidden would not need a button.
  const isLong = sorted.length > SHOWN_AT_FIRST + 1;
  const shown = isLong && !isWhole ? sorted.slice(0, SHOWN_AT_FIRST) : sorted;
  return (
    <>
      <h3 className="notifications-people-title">{t('Arrivals and departures')}</h3>
      <ul className="notifications-list" role="list" aria-label={t('Arrivals and departures')}>
        {shown.map(([id, name]) => (
          <PersonRow key={id} id={id} name={name} />
        ))}
      </ul>
      {isLong ? (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {count}', { count: sorted.length })}
        </Button>
      ) : null}
      <UnsavedChoices />
    </>
  );
}

/** Of a preference for something. */
const preferenceText = ({ notifyArrival, notifyDeparture }: NotificationPreference) =>
  t(notifyArrival ? (notifyDeparture ? 'Arrivals and departures' : 'Arrivals only') : 'Departures only');

function PersonRow({ id, name }: { id: string; name: string }) {
  const choice = useChoiceText(id);
  return (
    <li>
      <details>
        <summary className="notifications-row">
          {/* Read out, the words of the row would be no sentence. */}
          <span className="visually-hidden">
            {choice === null
              ? t('{name}. Change', { name })
              : t('{name}, notifications: {choice}. Change', { name, choice })}
          </span>
          <span className="notifications-row-text" aria-hidden>
            <span dir="auto">{name}</span>
            {choice === null ? null : <span className="notifications-hint">{choice}</span>}
          </span>
          <span className="notifications-change" aria-hidden>
            {t('Change')}
          </span>
        </summary>
        <div className="notifications-choices">
          <PersonChoices userId={id} name={name} />
          <OnceList userId={id} name={name} />
        </div>
      </details>
    </li>
  );
}

/** What is notified of a member, in a few words; null until it is known. */
function useChoiceText(id: string): string | null {
  const preference = useAppSelector((state) => selectPreferenceFor(state, id));
  const names = useAppSelector((state) => selectChosenPlaces(state, id));
  const once = useOnceText(id);
  if (!useAppSelector(selectIsChoiceKnown)) return null;
  const isNothing = names === null ? !isWanted(preference) : names.length === 0;
  if (isNothing) return once ?? t('Nothing');
  const always =
    names === null ? preferenceText(preference) : t('At {places}', { places: formatList(names) });
  return [always, once].filter(Boolean).join(' · ');
}

/** Where the next arrival or departure of a member is told; null for nowhere. */
function useOnceText(id: string): string | null {
  const wanted = useAppSelector((state) => selectOnceAbout(state, id)) ?? [];
  const places = useAppSelector((state) => selectPlacesWith(state, id));
  const names = places.filter((place) => wanted.some(({ geofenceId }) => geofenceId === place.id));
  if (names.length === 0) return null;
  return t('Once at {places}', { places: formatList(names.map(({ name }) => name)) });
}

/** What is proposed when quiet hours are switched on. */
const NIGHT: QuietHours = { from: 22 * 60, to: 7 * 60 };

function Quiet({
  quiet,
  onChange,
}: {
  quiet: QuietHours | null;
  onChange: (quiet: QuietHours | null) => void;
}) {
  const task = useAppSelector(selectPushTask('settings'));
  return (
    <Section title={t('When')}>
      <Switch
        label={t('Quiet hours')}
        aria-describedby="quiet-hint"
        checked={quiet !== null}
        onChange={({ target }) => onChange(target.checked ? NIGHT : null)}
      />
      {quiet ? (
        <div className="notifications-hours">
          <TimeField
            label={t('From')}
            minutes={quiet.from}
            onChange={(from) => onChange({ ...quiet, from })}
          />
          <TimeField label={t('To')} minutes={quiet.to} onChange={(to) => onChange({ ...quiet, to })} />
        </div>
      ) : null}
      {quiet !== null && quiet.from === quiet.to ? (
        <Notice>{t('Both times are the same, so it is quiet all day and all night.')}</Notice>
      ) : null}
      <p id="quiet-hint" className="notifications-hint">
        {t(
          'In quiet hours only an SOS or an overdue check-in reaches you. Everything else waits in the app.',
        )}
      </p>
      <OutcomeNotice failure={task?.error ? errorMessage(task.error) : null} success={null} />
    </Section>
  );
}
