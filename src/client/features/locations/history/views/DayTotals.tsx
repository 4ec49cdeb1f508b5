import { formatNumber } from '#client/i18n/formats';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import type { Day } from '../day';
import { leftOutText } from '../messages';
import { countPlaces } from '../rows';
import { selectLeftOutShown, selectTimeline } from '../selectors';
import { leftOutShownChosen } from '../slice';

/** What the day comes to, and what of it is not in the line. */
export function DayTotals({ day }: { day: Day }) {
  const { timeline: computed, track } = day;
  // The server's have what was corrected.
  const timeline = useAppSelector(selectTimeline);
  const { distance: metres, moving } = timeline ?? computed;
  const places = timeline ? countPlaces(timeline.entries) : computed.stays;
  return (
    <section className="history-day-totals" aria-label={t('Totals')}>
      {track.count > 0 ? (
        <dl className="history-totals">
          <Total name={t('distance')} value={distance(metres)} />
          <Total name={t('on the way')} value={duration(timeline ? moving * 1_000 : moving)} />
          <Total
            name={t('{count, plural, one {place} other {places}}', { count: places })}
            value={formatNumber(places)}
          />
        </dl>
      ) : null}
      <LeftOut day={day} />
    </section>
  );
}

/** One amount of the totals. */
export function Total({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function LeftOut({ day }: { day: Day }) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector(selectLeftOutShown);
  const text = leftOutText(day);
  if (text === null) return null;
  return (
    <div className="history-left-out">
      <p>{text}</p>
      {day.track.count > 0 ? (
        <Switch
          label={t('Show them on the map')}
          checked={shown}
          onChange={(event) => dispatch(leftOutShownChosen(event.target.checked))}
        />
      ) : null}
    </div>
  );
}
