import { type ComponentType, useMemo, useState } from 'react';
import type { Geofence } from '#contract/geofences';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Form, TextField } from '#client/ui/Form.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import type { LatLng } from '#shared/geo';
import { neighbourOf } from '../corrections';
import { entryTexts } from '../messages';
import { selectCorrection, selectTimeline, selectZone } from '../selectors';
import { correctionClosed, correctionSubmitted } from '../slice';

interface CorrectionDialogProps {
  /** The family's. */
  places: readonly Pick<Geofence, 'id' | 'name'>[];
  /** Leads to the form for a new geofence at a position. */
  NewPlaceLink: ComponentType<{ position: LatLng }>;
  /** Leads to the form of a geofence, which has its name. */
  RenamePlaceLink: ComponentType<{ place: { readonly id: string; readonly name: string } }>;
}

/** What the user can say of one of their stays. */
export function CorrectionDialog({ places, NewPlaceLink, RenamePlaceLink }: CorrectionDialogProps) {
  const dispatch = useAppDispatch();
  const { entry: index } = useAppSelector(selectCorrection);
  const zone = useAppSelector(selectZone);
  const entry = useAppSelector(selectTimeline)?.entries[index ?? -1];
  const close = () => dispatch(correctionClosed());
  if (index === null || entry?.kind !== 'stay') return null;
  const { title, times } = entryTexts(entry, zone);
  return (
    <Dialog
      open
      title={t('Correct this stay')}
      onClose={close}
      actions={<Button onClick={close}>{t('Cancel')}</Button>}
    >
      <p className="correction-stay">{t('{what}, {when}', { what: title, when: times })}</p>
      <Failure />
      <NameForm places={places} initialName={entry.name ?? ''} placeId={entry.place?.id ?? ''} />
      {entry.place ? <RenamePlaceLink place={entry.place} /> : <NewPlaceLink position={entry} />}
      <OtherCorrections index={index} />
    </Dialog>
  );
}

function Failure() {
  const { error } = useAppSelector(selectCorrection);
  return error ? <Notice kind="error">{errorMessage(error)}</Notice> : null;
}

const useIsSaving = (): boolean => useAppSelector((state) => selectCorrection(state).status === 'saving');

interface NameFormProps extends Pick<CorrectionDialogProps, 'places'> {
  initialName: string;
  placeId: string;
}

/** A name of the user's own, or one of the family's places. */
function NameForm({ places, initialName, placeId }: NameFormProps) {
  const dispatch = useAppDispatch();
  const isSaving = useIsSaving();
  const [name, setName] = useState(initialName);
  const [place, setPlace] = useState(initialName === '' ? placeId : '');
  const options = useMemo(
    () => [
      { value: '', label: t('None of them') },
      ...places.map((each) => ({ value: each.id, label: each.name })),
    ],
    [places],
  );
  const isNew =
    place === '' ? name.trim() !== '' && name !== initialName : place !== placeId || initialName !== '';
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNew || isSaving) return;
        dispatch(
          correctionSubmitted(
            place === '' ? { kind: 'name', name: name.trim() } : { kind: 'name', placeId: place },
          ),
        );
      }}
    >
      {places.length > 0 ? (
        <SelectField
          label={t('It was at one of our places')}
          options={options}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
      ) : null}
      {place === '' ? (
        <TextField
          label={t('Your own name for it')}
          hint={t('Only you see it.')}
          value={name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      ) : null}
      <Button type="submit" variant="primary" disabled={!isNew} busy={isSaving}>
        {t('Save')}
      </Button>
    </Form>
  );
}

/** That it was no stay, or one with its neighbour. */
function OtherCorrections({ index }: { index: number }) {
  const dispatch = useAppDispatch();
  const isSaving = useIsSaving();
  const timeline = useAppSelector(selectTimeline);
  const merge = (direction: 'before' | 'after', label: string) =>
    timeline && neighbourOf(timeline, index, direction) ? (
      <Button
        disabled={isSaving}
        onClick={() => dispatch(correctionSubmitted({ kind: 'merge', with: direction }))}
      >
        {label}
      </Button>
    ) : null;
  return (
    <div className="correction-others">
      {merge('before', t('Join with the stay before'))}
      {merge('after', t('Join with the stay after'))}
      <Button disabled={isSaving} onClick={() => dispatch(correctionSubmitted({ kind: 'false' }))}>
        {t('I did not stay here')}
      </Button>
    </div>
  );
}
