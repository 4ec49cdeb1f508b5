import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { CHECK_IN_GRACE_MINUTES, NAME_MAX_LENGTH } from '#contract/limits';
import { type ReactNode, useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SelectField, Switch } from '#client/ui/controls.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { type FieldErrors, Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectFamilyGeofences } from '#client/features/geofences/selectors';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { selectNow } from '#client/features/session/selectors';
import { checkInFormClosed, checkInSubmitted, type NewCheckIn } from '../actions';
import { duration, watchedBy } from '../messages';
import { dueAfter, DURATIONS, MINUTE_MS, placesToGo, PROPOSED_GRACE, PROPOSED_MINUTES } from '../proposal';
import { selectAnsweredRequest, selectCheckInForm, selectCheckInTask, selectCompanions } from '../selectors';

export interface CheckInDialogProps {
  /** What one can do instead, unless a member asks for the check-in. */
  instead?: ReactNode;
}

/** Where one goes, until when, and who sees it. Everything is proposed, so that "Start" is enough. */
export function CheckInDialog({ instead }: CheckInDialogProps) {
  const form = useAppSelector(selectCheckInForm);
  return form ? <OpenDialog key={form.clientId} clientId={form.clientId} instead={instead} /> : null;
}

/** The choice of a place that is not saved. */
const ELSEWHERE = '';
const FIELDS = ['place', 'placeName', 'minutes'] as const;

function OpenDialog({ clientId, instead }: CheckInDialogProps & { clientId: string }) {
  const dispatch = useAppDispatch();
  const formId = useId();
  const places = useAppSelector(selectFamilyGeofences);
  const companions = useAppSelector(selectCompanions);
  // The times that are offered stay while the form is open, so that the one that was read is sent.
  const [now] = useState(useAppSelector(selectNow));
  const lastTask = useAppSelector(selectCheckInTask);
  // Another task may run while the form is open.
  const task = lastTask?.about === clientId ? lastTask : null;
  const [left, setLeft] = useState<readonly string[]>([]);
  const [more, setMore] = useState({ graceMinutes: PROPOSED_GRACE, shareLast: false });
  const asker = useAppSelector(selectAnsweredRequest)?.fromId;
  const chosen = companions.map(({ id }) => id).filter((id) => !left.includes(id));
  const people = asker === undefined || chosen.includes(asker) ? chosen : [...chosen, asker];
  const { errors, submit, onInput } = useValidatedForm(FIELDS, ({ place, placeName, minutes }) => {
    const saved = places.find(({ id }) => id === place);
    dispatch(
      checkInSubmitted({
        geofenceId: saved?.id ?? null,
        placeName: saved?.name ?? placeName,
        dueAt: dueAfter(now, Number(minutes)),
        people,
        ...more,
      }),
    );
  });
  const isBusy = task?.isBusy === true;
  const close = () => dispatch(checkInFormClosed());
  return (
    <Dialog
      open
      title={t('Check-in')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} disabled={people.length === 0}>
            {t(isBusy ? 'Starting...' : 'Start')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} onInput={onInput}>
        {asker === undefined ? instead : null}
        <p className="checkin-hint">
          {t('Say where you go and by when. If you do not arrive in time, your family is told.')}
        </p>
        {task?.error ? <Notice kind="error">{errorMessage(task.error)}</Notice> : null}
        <PlaceFields errors={errors} />
        <TimeField now={now} />
        <Watchers
          left={left}
          onChange={(id, isChosen) => setLeft(isChosen ? left.filter((one) => one !== id) : [...left, id])}
        />
        <MoreChoices choices={more} onChange={setMore} />
      </Form>
    </Dialog>
  );
}

/**
 * A saved place or any other in words. At first the nearest one that the user is not in: from there they may only come back.
 */
function PlaceFields({ errors }: { errors: FieldErrors | null }) {
  const places = useAppSelector(selectFamilyGeofences);
  const position = useAppSelector(selectOwnPosition);
  // The order stays while the form is open: a list that moves is hard to press. Places may load after the form.
  const [ordered, setOrdered] = useState(() => placesToGo(places, position));
  if (ordered.length === 0 && places.length > 0) setOrdered(placesToGo(places, position));
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? ordered.find(({ isHere }) => !isHere)?.id ?? ELSEWHERE;
  const options = ordered.map(({ id, name, isHere }) => ({
    value: id,
    label: isHere ? t('Back to {place}', { place: name }) : name,
  }));
  return (
    <>
      {ordered.length > 0 ? (
        <SelectField
          label={t('Where to')}
          name="place"
          value={chosen}
          onChange={({ target }) => setPicked(target.value)}
          options={[...options, { value: ELSEWHERE, label: t('Another place') }]}
        />
      ) : null}
      {chosen === ELSEWHERE ? (
        <TextField
          label={t('Name of the place')}
          name="placeName"
          required
          onChange={() => setPicked(ELSEWHERE)}
          placeholder={t('For example: the station')}
          hint={t('Up to {max} characters', { max: NAME_MAX_LENGTH })}
          error={errors?.['placeName']}
        />
      ) : null}
    </>
  );
}

function TimeField({ now }: { now: number }) {
  const options = DURATIONS.map((minutes) => {
    const due = dueAfter(now, minutes);
    return {
      value: String(minutes),
      label: t('{time} (in {duration})', {
        time: timeOfDay(new Date(due).toISOString()),
        // With the minutes by which the time was rounded up.
        duration: duration(Math.ceil((due - now) / MINUTE_MS)),
      }),
    };
  });
  return (
    <SelectField
      label={t('There by')}
      name="minutes"
      defaultValue={String(PROPOSED_MINUTES)}
      options={options}
    />
  );
}

interface ChoicesProps {
  summary: string;
  children: ReactNode;
}

/** Choices that few need: they are rendered once they are opened, so that the form itself opens at once. */
function Choices({ summary, children }: ChoicesProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="checkin-choices">
      <summary onClick={() => setWasOpened(true)}>{summary}</summary>
      {wasOpened ? children : null}
    </details>
  );
}

interface WatchersProps {
  /** The ids of members who do not watch. */
  left: readonly string[];
  onChange: (id: string, isChosen: boolean) => void;
}

/** Who sees it: the whole family, unless a member is left out. */
function Watchers({ left, onChange }: WatchersProps) {
  const companions = useAppSelector(selectCompanions);
  const chosen = companions.filter(({ id }) => !left.includes(id));
  const isEveryone = chosen.length === companions.length && companions.length > 2;
  const names = chosen.length === 0 ? [t('no one')] : chosen.map(({ name }) => name);
  return (
    <Choices summary={watchedBy(names, isEveryone)}>
      {companions.map(({ id, name }) => (
        <Switch
          key={id}
          label={name}
          checked={!left.includes(id)}
          onChange={({ target }) => onChange(id, target.checked)}
        />
      ))}
    </Choices>
  );
}

interface MoreChoicesProps {
  choices: Pick<NewCheckIn, 'graceMinutes' | 'shareLast'>;
  onChange: (choices: MoreChoicesProps['choices']) => void;
}

function MoreChoices({ choices, onChange }: MoreChoicesProps) {
  return (
    <Choices summary={t('More choices')}>
      <SelectField
        label={t('Extra time before they are told')}
        value={choices.graceMinutes}
        onChange={({ target }) => onChange({ ...choices, graceMinutes: Number(target.value) })}
        options={CHECK_IN_GRACE_MINUTES.map((count) => ({ value: String(count), label: duration(count) }))}
      />
      <Switch
        label={t('If I am late, show where I was last')}
        checked={choices.shareLast}
        onChange={({ target }) => onChange({ ...choices, shareLast: target.checked })}
      />
    </Choices>
  );
}
