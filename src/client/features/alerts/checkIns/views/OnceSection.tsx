import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import type { OnceAlert } from '#contract/checkIns';
import { type FormEvent, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Form } from '#client/ui/Form.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectPlacesWith } from '../../preferences/selectors';
import { onceAlertAdded, onceAlertRemoved } from '../actions';
import { selectCheckInTask, selectOnceAbout } from '../selectors';
import './check-ins.css';

interface OnceSectionProps {
  userId: string;
  name: string;
}

/** On the profile of a member: the alerts that the user gets once, of the next arrival or departure. */
export function OnceSection({ userId, name }: OnceSectionProps) {
  const wanted = useAppSelector((state) => selectOnceAbout(state, userId));
  const places = useAppSelector((state) => selectPlacesWith(state, userId));
  const task = useAppSelector(selectCheckInTask);
  if (!wanted || places.length === 0) return null;
  const own = task?.name === 'once' && task.about === userId ? task : null;
  return (
    <Section title={t('Tell me once')}>
      <p className="checkin-hint">
        {t(
          'Once, the next time {name} comes or goes, also when Kinmap is closed. An open page shows every arrival and departure.',
          { name },
        )}
      </p>
      <OnceList userId={userId} name={name} />
      {own?.error ? <Notice kind="error">{errorMessage(own.error)}</Notice> : null}
      <OnceForm userId={userId} name={name} isBusy={own?.isBusy === true} />
    </Section>
  );
}

/** What is wanted once of a member; nothing for nothing. */
export function OnceList({ userId, name }: OnceSectionProps) {
  const wanted = useAppSelector((state) => selectOnceAbout(state, userId)) ?? [];
  if (wanted.length === 0) return null;
  return (
    <ul className="once-list" role="list" aria-label={t('Tell me once')}>
      {wanted.map((one) => (
        <OnceItem key={`${one.kind} ${one.geofenceId}`} userId={userId} name={name} wanted={one} />
      ))}
    </ul>
  );
}

function OnceItem({ userId, name, wanted }: OnceSectionProps & { wanted: OnceAlert }) {
  const dispatch = useAppDispatch();
  const places = useAppSelector((state) => selectPlacesWith(state, userId));
  const place = places.find(({ id }) => id === wanted.geofenceId)?.name;
  useFocusTitleOnUnmount();
  // A place that was deleted takes its alerts along on the server.
  if (place === undefined) return null;
  const text =
    wanted.kind === 'arrival'
      ? t('When {name} arrives at {place}', { name, place })
      : t('When {name} leaves {place}', { name, place });
  return (
    <li className="once-item">
      <span>{text}</span>
      <IconButton
        label={t('Remove: {text}', { text })}
        icon={<CloseIcon />}
        onClick={() => dispatch(onceAlertRemoved({ userId, ...wanted }))}
      />
    </li>
  );
}

function OnceForm({ userId, name, isBusy }: OnceSectionProps & { isBusy: boolean }) {
  const dispatch = useAppDispatch();
  const places = useAppSelector((state) => selectPlacesWith(state, userId));
  const [kind, setKind] = useState<OnceAlert['kind']>('arrival');
  const [chosen, setChosen] = useState<string | null>(null);
  const geofenceId = places.find(({ id }) => id === chosen)?.id ?? places[0]?.id ?? '';

  function submit(event: FormEvent) {
    event.preventDefault();
    dispatch(onceAlertAdded({ userId, geofenceId, kind }));
  }

  return (
    <Form className="once-form" onSubmit={submit}>
      <SelectField
        label={t('What')}
        value={kind}
        onChange={({ target }) => setKind(target.value === 'arrival' ? 'arrival' : 'departure')}
        options={[
          { value: 'arrival', label: t('{name} arrives at', { name }) },
          { value: 'departure', label: t('{name} leaves', { name }) },
        ]}
      />
      <SelectField
        label={t('Place')}
        value={geofenceId}
        onChange={({ target }) => setChosen(target.value)}
        options={places.map(({ id, name: label }) => ({ value: id, label }))}
      />
      <Button type="submit" busy={isBusy}>
        {t('Tell me once')}
      </Button>
    </Form>
  );
}
