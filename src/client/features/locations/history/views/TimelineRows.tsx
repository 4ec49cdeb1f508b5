import type { ReactNode } from 'react';
import type { TimelineEntry } from '#contract/timeline';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import type { TripMode } from '#shared/trips';
import type { Day } from '../day';
import { entryTexts, stopTexts, wayToNextStay } from '../messages';
import type { Row } from '../rows';
import {
  selectIsCorrectable,
  selectPicked,
  selectStayAddress,
  selectTimeline,
  selectZone,
} from '../selectors';
import { ModeIcon, StayIcon } from './modeIcons';
import { briefStopsToggled, correctionOpened, entryPicked, stopPicked } from '../slice';

interface RowProps {
  index: number;
  day: Day;
  isPlayed: boolean;
}

/** A stop in the specification's words. */
export function StopRow({ index, day, isPlayed }: RowProps) {
  const dispatch = useAppDispatch();
  const isPicked = useIsPicked('stop', index);
  const texts = stopTexts(day, index, useAppSelector(selectZone));
  if (!texts) return null;
  return (
    <ListedRow
      kind={texts.isStay ? 'stay' : 'stop'}
      isPicked={isPicked}
      isPlayed={isPlayed}
      texts={texts}
      below={texts.next}
      onPick={() => dispatch(stopPicked({ stop: index }))}
    />
  );
}

/** A stay, a trip or a gap. */
export function EntryRow({ index, day, isPlayed }: RowProps) {
  const dispatch = useAppDispatch();
  const isPicked = useIsPicked('entry', index);
  const timeline = useAppSelector(selectTimeline);
  const zone = useAppSelector(selectZone);
  const entry = timeline?.entries[index];
  if (!timeline || !entry) return null;
  return (
    <ListedRow
      kind={entry.kind}
      isPicked={isPicked}
      isPlayed={isPlayed}
      texts={entryTexts(entry, zone)}
      mode={entry.kind === 'trip' ? entry.mode : null}
      address={isPicked ? <Address entry={entry} /> : null}
      action={isPicked && entry.kind === 'stay' ? <CorrectButton index={index} /> : null}
      below={wayToNextStay(day, timeline, index)}
      onPick={() => dispatch(entryPicked({ entry: index }))}
    />
  );
}

const useIsPicked = (kind: 'stop' | 'entry', index: number): boolean =>
  useAppSelector((state) => {
    const picked = selectPicked(state);
    return picked?.kind === kind && picked.index === index;
  });

/** The address of a stay, asked for when its row is opened. */
function Address({ entry }: { entry: TimelineEntry }) {
  const address = useAppSelector((state) => selectStayAddress(state, entry));
  return address ? <span className="timeline-address">{address}</span> : null;
}

/** Opens the form in which users correct their own stay. */
function CorrectButton({ index }: { index: number }) {
  const dispatch = useAppDispatch();
  if (!useAppSelector(selectIsCorrectable)) return null;
  return (
    <Button
      variant="quiet"
      className="timeline-correct"
      onClick={() => dispatch(correctionOpened({ entry: index }))}
    >
      {t('Correct this stay')}
    </Button>
  );
}

interface ListedRowProps {
  kind: 'stop' | TimelineEntry['kind'];
  isPicked: boolean;
  isPlayed: boolean;
  texts: { readonly title: string; readonly length: string; readonly times: string };
  mode?: TripMode | null;
  address?: ReactNode;
  action?: ReactNode;
  below: string | null;
  onPick: () => void;
}

function ListedRow({ kind, isPicked, isPlayed, texts, ...more }: ListedRowProps) {
  const { mode = null, address, action, below, onPick } = more;
  return (
    <div
      className={`timeline-row timeline-${kind}${isPlayed ? ' timeline-played' : ''}`}
      data-mode={mode ?? undefined}
    >
      <RowIcon kind={kind} mode={mode} />
      <button
        type="button"
        className="timeline-button"
        aria-pressed={isPicked}
        aria-current={isPlayed || undefined}
        onClick={onPick}
      >
        <span className="timeline-title">{texts.title}</span>
        <span className="timeline-times">{texts.times}</span>
        {address}
        <span className="timeline-length">{texts.length}</span>
      </button>
      {action}
      {below === null ? null : <p className="timeline-next">{below}</p>}
    </div>
  );
}

/** The kind of a row as a picture; the row's text says it as well. */
function RowIcon({ kind, mode }: Pick<ListedRowProps, 'kind' | 'mode'>) {
  if (kind === 'stay')
    return (
      <span className="timeline-icon">
        <StayIcon />
      </span>
    );
  if (!mode) return null;
  return (
    <span className="timeline-mode">
      <ModeIcon mode={mode} />
    </span>
  );
}

/** Opens and closes the brief stops of a trip. */
export function BriefStopsFold({ row }: { row: Extract<Row, { kind: 'fold' }> }) {
  const dispatch = useAppDispatch();
  return (
    <div className="timeline-row timeline-fold">
      <button
        type="button"
        className="timeline-button"
        aria-expanded={row.isOpen}
        onClick={() => dispatch(briefStopsToggled({ entry: row.entry }))}
      >
        <span className="timeline-length">{t('{count} brief stops', { count: row.count })}</span>
      </button>
    </div>
  );
}
