import type { PlaceKind } from '#contract/geofences';
import { PLACE_KINDS } from '#contract/limits';
import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import type { GeofenceDraft } from '../draft';
import { draftChanged } from '../slice';
import { PlaceKindIcon } from './PlaceKindIcon';
import './place-kinds.css';

const nameOf = (kind: PlaceKind): string =>
  t(
    {
      home: 'Home',
      school: 'School',
      work: 'Work',
      sport: 'Sport',
      grandparents: 'Grandparents',
      other: 'Other',
    }[kind],
  );

const isNameOfKind = (name: string): boolean => PLACE_KINDS.some((kind) => nameOf(kind) === name);

/** What the place is, as a row of choices. A place without a name of its own gets that of its kind. */
export function KindChoice({ kind, name }: Pick<GeofenceDraft, 'kind' | 'name'>) {
  const dispatch = useAppDispatch();

  function choose(one: PlaceKind) {
    const isNamed = name.trim() !== '' && !isNameOfKind(name);
    const named = one === 'other' ? '' : nameOf(one);
    dispatch(draftChanged(isNamed ? { kind: one } : { kind: one, name: named }));
  }

  return (
    <fieldset className="place-kinds">
      <legend>{t('Kind of place')}</legend>
      <div className="place-kinds-row">
        {PLACE_KINDS.map((one) => (
          <label key={one} className="place-kind">
            <input
              type="radio"
              name="kind"
              className="visually-hidden"
              checked={one === kind}
              onChange={() => choose(one)}
            />
            <PlaceKindIcon kind={one} />
            {nameOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
