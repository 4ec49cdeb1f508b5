import { t } from '#client/i18n/text';
import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { LongList } from '#client/ui/LongList.tsx';
import type { Day } from '../day';
import { selectPicked } from '../selectors';
import { stopPicked } from '../slice';
import { stopTexts } from '../messages';

/** The stops of the day: what the map shows, in words. */
export function Timeline({ day }: { day: Day }) {
  const picked = useAppSelector(selectPicked);
  const item = useCallback((index: number) => <Stop day={day} index={index} />, [day]);
  if (day.stops.length === 0) return null;
  return (
    <section className="history-timeline">
      <h2>{t('Timeline')}</h2>
      <LongList
        label={t('Stops')}
        count={day.stops.length}
        item={item}
        wanted={picked && { index: picked.stop, request: picked.request }}
      />
    </section>
  );
}

function Stop({ day, index }: { day: Day; index: number }) {
  const dispatch = useAppDispatch();
  const isPicked = useAppSelector((state) => selectPicked(state)?.stop === index);
  const texts = stopTexts(day, index);
  if (!texts) return null;
  return (
    <div className={texts.isStay ? 'stop stop-stay' : 'stop'}>
      <button
        type="button"
        className="stop-button"
        aria-pressed={isPicked}
        onClick={() => dispatch(stopPicked({ stop: index }))}
      >
        <span className="stop-title">{texts.title}</span>
        <span className="stop-times">{texts.times}</span>
        <span className="stop-length">{texts.length}</span>
      </button>
      {texts.next === null ? null : <p className="stop-next">{texts.next}</p>}
    </div>
  );
}
