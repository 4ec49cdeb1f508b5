import type { ReactNode } from 'react';
import type { PlaceKind } from '#contract/geofences';
import { PLACE_KINDS } from '#contract/limits';
import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import { HomeIcon, PlaceIcon } from '#client/ui/actionIcons.tsx';
import { GrandparentsIcon, SchoolIcon, SportIcon, WorkIcon } from '#client/ui/placeIcons.tsx';
import { draftChanged } from '../slice';
import './place-kinds.css';

const ICONS: Record<PlaceKind, () => ReactNode> = {
  home: HomeIcon,
  school: SchoolIcon,
  work: WorkIcon,
  sport: SportIcon,
  grandparents: GrandparentsIcon,
  other: PlaceIcon,
};

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

/** The icon of a place in the colour of its kind. Decorative: the name of the place is beside it. */
export function PlaceKindIcon({ kind }: { kind: PlaceKind }) {
  const KindIcon = ICONS[kind];
  return (
    <span className="place-kind-icon" data-kind={kind}>
      <KindIcon />
    </span>
  );
}

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
