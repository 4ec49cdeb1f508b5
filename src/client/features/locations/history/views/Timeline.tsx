import { t } from '#client/i18n/text';
import { useCallback } from 'react';
import { useAppSelector } from '#client/store/hooks';
import { LongList } from '#client/ui/LongList.tsx';
import type { Day } from '../day';
import type { Row } from '../rows';
import { selectList, selectPicked, selectPlayedRow, selectPlayer, selectRows } from '../selectors';
import { DeleteDayButton } from './DayDeletion';
import { Options } from './Options';
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
  if (day.stops.length === 0) return <DeleteDayButton />;
  return (
    <section className="history-timeline">
      <h2>{t('Timeline')}</h2>
      <Options />
      <LongList
        label={list === 'stops' ? t('Stops') : t('Stays and trips')}
        count={rows.length}
        item={item}
        wanted={wanted}
      />
    </section>
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
