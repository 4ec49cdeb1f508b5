import type { PlaceKind } from '#contract/geofences';
import { PLACE_KINDS } from '#contract/limits';
import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
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

/** What the place is, as a row of choices. */
export function KindChoice({ kind }: { kind: PlaceKind }) {
  const dispatch = useAppDispatch();
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
              onChange={() => dispatch(draftChanged({ kind: one }))}
            />
            <PlaceKindIcon kind={one} />
            {nameOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
