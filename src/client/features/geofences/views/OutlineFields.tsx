import { useState } from 'react';
import type { Polygon } from '#contract/geofences';
import { GEOFENCE_CORNERS_MAX } from '#contract/limits';
import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import { DeleteIcon } from '#client/ui/editorIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { TextField } from '#client/ui/Form.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { type GeofenceDraft, draftPosition, coordinateProblem, coordinateFields } from '../draft';
import {
  cornerAt,
  cornerBetweenEnds,
  outlineText,
  squareAround,
  withCorner,
  withMovedCorner,
  withoutCorner,
} from '../outline';
import { draftChanged } from '../slice';
import { useCornersChange } from './useCornersChange';

/** Whether the place is a circle or a polygon, and the corners of the polygon. */
export function OutlineFields({ draft }: { draft: GeofenceDraft }) {
  const dispatch = useAppDispatch();
  const { corners } = draft;
  return (
    <div className="outline-fields">
      <Switch
        label={t('Draw the outline instead of a circle')}
        checked={corners !== null}
        onChange={({ target }) => {
          dispatch(draftChanged({ corners: target.checked ? [] : null }));
          // The map that stays from now on can lie above the switch.
          requestAnimationFrame(() => target.scrollIntoView?.({ block: 'nearest' }));
        }}
      />
      {corners === null ? null : (
        <>
          <p role="status">{outlineText(corners)}</p>
          <OutlineActions draft={draft} corners={corners} />
          {corners.length > 0 ? <CornerList corners={corners} /> : null}
        </>
      )}
    </div>
  );
}

function OutlineActions({ draft, corners }: { draft: GeofenceDraft; corners: Polygon }) {
  const change = useCornersChange();
  const place = draftPosition(draft);
  if (corners.length > 0)
    return (
      <div key="some" ref={focusNeighbourOnRemoval} className="outline-actions">
        <Button onClick={() => change(corners.slice(0, -1))}>{t('Remove the last corner')}</Button>
        <Button onClick={() => change([])}>{t('Remove all corners')}</Button>
      </div>
    );
  if (!place) return <p>{t('Or search for the place or enter its coordinates, and start with a square.')}</p>;
  return (
    <div key="none" ref={focusNeighbourOnRemoval} className="outline-actions">
      <Button onClick={() => change(squareAround(place, draft.radius))}>{t('Start with a square')}</Button>
    </div>
  );
}

/** The corners as coordinates, for keyboards and for exact values. */
function CornerList({ corners }: { corners: Polygon }) {
  const change = useCornersChange();
  const next = cornerBetweenEnds(corners);
  return (
    <details ref={focusNeighbourOnRemoval} className="outline-corners">
      <summary>{t('Corners as coordinates')}</summary>
      <ol>
        {corners.map((corner, index) => (
          <CornerRow key={index} corners={corners} corner={corner} index={index} />
        ))}
      </ol>
      <Button
        disabled={corners.length >= GEOFENCE_CORNERS_MAX || next === null}
        onClick={() => next && change(withCorner(corners, next))}
      >
        {t('Add a corner')}
      </Button>
    </details>
  );
}

interface CornerRowProps {
  corners: Polygon;
  corner: Polygon[number];
  index: number;
}

function CornerRow({ corners, corner: [longitude, latitude], index }: CornerRowProps) {
  const change = useCornersChange();
  const known = coordinateFields({ latitude, longitude });
  // What is typed is no coordinate at times: it stays in its field until the field is left.
  const [typed, setTyped] = useState<Partial<typeof known>>({});
  const number = index + 1;
  const field = (which: 'latitude' | 'longitude') => ({
    value: typed[which] ?? known[which],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onBlur: () => setTyped({}),
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setTyped({ [which]: value });
      const coordinates = { ...known, [which]: value };
      const place = draftPosition(coordinates);
      if (!coordinateProblem(coordinates, which) && place)
        change(withMovedCorner(corners, index, cornerAt(place.latitude, place.longitude)));
    },
  });
  return (
    <li ref={focusNeighbourOnRemoval}>
      <TextField label={t('Latitude of corner {number}', { number })} {...field('latitude')} />
      <TextField label={t('Longitude of corner {number}', { number })} {...field('longitude')} />
      <IconButton
        label={t('Remove corner {number}', { number })}
        icon={<DeleteIcon />}
        onClick={() => change(withoutCorner(corners, index))}
      />
    </li>
  );
}
