import { t } from '#client/i18n/text';
import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import { LongList } from '#client/ui/LongList.tsx';
import type { Day } from '../day';
import type { Row } from '../rows';
import {
  selectList,
  selectPicked,
  selectPlayedRow,
  selectPlayer,
  selectRows,
  selectTimeline,
} from '../selectors';
import { listChosen } from '../slice';
import { BriefStopsFold, EntryRow, StopRow } from './TimelineRows';

/** The day in words: its stays and trips, or all stops of the specification. */
export function Timeline({ day }: { day: Day }) {
  const rows = useAppSelector(selectRows);
  const list = useAppSelector(selectList);
  const played = useAppSelector(selectPlayedRow);
  const wanted = useWantedRow(rows, played);
  const item = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? <TimelineRow row={row} day={day} isPlayed={index === played} /> : <></>;
    },
    [rows, day, played],
  );
  if (day.stops.length === 0) return null;
  return (
    <section className="history-timeline">
      <div className="history-timeline-head">
        <h2>{t('Timeline')}</h2>
        <ListSwitch />
      </div>
      <LongList
        label={list === 'stops' ? t('Stops') : t('Stays and trips')}
        count={rows.length}
        item={item}
        wanted={wanted}
      />
    </section>
  );
}

/** Offered where the server computes stays and trips. */
function ListSwitch() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectList);
  if (!useAppSelector(selectTimeline)) return null;
  return (
    <Switch
      label={t('All stops')}
      checked={list === 'stops'}
      onChange={({ target }) => dispatch(listChosen(target.checked ? 'stops' : 'timeline'))}
    />
  );
}

/** The row that must be in view: the played one, else the one that was picked. */
function useWantedRow(rows: readonly Row[], played: number) {
  const picked = useAppSelector(selectPicked);
  const isPlaying = useAppSelector((state) => selectPlayer(state).playing);
  // Requests of the player are negative. At the end of the window, nothing covers the row.
  if (isPlaying && played !== -1) return { index: played, request: -1 - played, align: 'end' } as const;
  if (!picked) return null;
  const index = rows.findIndex((row) => row.kind === picked.kind && row.index === picked.index);
  return index === -1 ? null : { index, request: picked.request };
}

function TimelineRow({ row, day, isPlayed }: { row: Row; day: Day; isPlayed: boolean }) {
  if (row.kind === 'fold') return <BriefStopsFold row={row} />;
  if (row.kind === 'entry') return <EntryRow index={row.index} day={day} isPlayed={isPlayed} />;
  return <StopRow index={row.index} day={day} isPlayed={isPlayed} />;
}
