import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import type { ChangeEvent, FormEvent } from 'react';
import { GEOFENCE_RADIUS_MAX_M, GEOFENCE_RADIUS_MIN_M, GEOFENCE_RADIUS_STEP_M } from '#contract/limits';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { FocusHeading } from '#client/ui/FocusHeading.tsx';
import { Form, TextField } from '#client/ui/Form.tsx';
import { EnterIcon, ExitIcon } from '#client/ui/actionIcons.tsx';
import { Slider, Switch } from '#client/ui/controls.tsx';
import { coordinateError } from '../messages';
import { selectLocating } from '../selectors';
import {
  draftChanged,
  type GeofenceForm as FormState,
  geofenceFormClosed,
  geofenceSubmitted,
} from '../slice';
import { AddressSearch } from './AddressSearch';
import { FailureNotice } from './FailureNotice';
import { KnownPlaces } from './KnownPlaces';
import { OutlineFields } from './OutlineFields';
import { KindChoice } from './PlaceKinds';
import { PlacePreview } from './PlacePreview';
import { ScheduleFields } from './ScheduleFields';

/** Makes a new place, or changes one. */
export function GeofenceForm({ form }: { form: FormState }) {
  const dispatch = useAppDispatch();
  const busy = form.status === 'submitting';
  const isNew = form.id === null;
  // Saved now, it would be where it was before.
  const isLocating = useAppSelector(selectLocating).status === 'locating';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLocating) return;
    event.currentTarget.querySelector<HTMLInputElement>('input:invalid')?.focus();
    dispatch(geofenceSubmitted());
  }

  return (
    <Form className="geofence-form" onSubmit={submit}>
      <FocusHeading>{t(isNew ? 'New place' : 'Edit place')}</FocusHeading>
      <PlacePreview form={form} />
      <TextField
        label={t('Location Name')}
        value={form.name}
        required
        error={form.failure !== null && form.name.trim() === '' ? t('Location Name is required') : null}
        autoComplete="off"
        placeholder={t('Home, school, work…')}
        onChange={(event) => dispatch(draftChanged({ name: event.target.value }))}
      />
      <KindChoice kind={form.kind} name={form.name} />
      {form.corners ? null : <Radius form={form} />}
      <OutlineFields draft={form} />
      <AddressSearch />
      <KnownPlaces />
      <Notifications form={form} />
      <ScheduleFields form={form} />
      <Coordinates form={form} />
      {form.failure ? <FailureNotice failure={form.failure} /> : null}
      <div className="geofence-form-actions">
        <Button onClick={() => dispatch(geofenceFormClosed())}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy || isLocating}>
          {isLocating ? t('Waiting for your position…') : submitText(isNew, busy)}
        </Button>
      </div>
    </Form>
  );
}

const submitText = (isNew: boolean, busy: boolean): string =>
  isNew ? t(busy ? 'Creating...' : 'Create Geofence') : t(busy ? 'Updating...' : 'Update Geofence');

function Radius({ form }: { form: FormState }) {
  const dispatch = useAppDispatch();
  return (
    <Slider
      label={t('Radius')}
      min={GEOFENCE_RADIUS_MIN_M}
      max={GEOFENCE_RADIUS_MAX_M}
      step={GEOFENCE_RADIUS_STEP_M}
      value={form.radius}
      shown={t('{radius} m', { radius: form.radius })}
      onChange={(event) => dispatch(draftChanged({ radius: Number.parseInt(event.target.value, 10) }))}
    />
  );
}

/** After a refusal each field says what is wrong with it, until nothing is. */
function Coordinates({ form }: { form: FormState }) {
  const dispatch = useAppDispatch();
  const typed = (field: 'latitude' | 'longitude') => ({
    value: form[field],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    required: true,
    error: form.failure === null ? null : coordinateError(form, field),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      dispatch(draftChanged({ [field]: event.target.value })),
  });
  return (
    <div className="geofence-form-pair geofence-coordinates">
      <TextField label={t('Latitude')} {...typed('latitude')} />
      <TextField label={t('Longitude')} {...typed('longitude')} />
      {form.latitude === '' && form.longitude === '' ? (
        <p className="geofence-coordinates-hint">
          {t('Press on the map above where the place is, and these are filled in.')}
        </p>
      ) : null}
    </div>
  );
}

function Notifications({ form }: { form: FormState }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  return (
    <div>
      <Switch
        label={t('Notify on entry')}
        icon={<EnterIcon />}
        checked={form.notifyEntry}
        onChange={(event) => dispatch(draftChanged({ notifyEntry: event.target.checked }))}
      />
      <Switch
        label={t('Notify on exit')}
        icon={<ExitIcon />}
        checked={form.notifyExit}
        onChange={(event) => dispatch(draftChanged({ notifyExit: event.target.checked }))}
      />
      {form.notifyEntry || form.notifyExit ? (
        <p className="geofence-notify-hint">
          <Trans
            message="While Kinmap is closed, each member gets these alerts only about people they chose in <link>Notifications</link>."
            tags={{ link: <Link to="/notifications" /> }}
          />
        </p>
      ) : null}
    </div>
  );
}
