import { formatNumber } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import type { Day } from '../day';
import { selectLeftOutShown } from '../selectors';
import { leftOutShownChosen } from '../slice';
import { distance, duration, leftOutText } from '../messages';

/** What the day comes to, and what of it is not in the line. */
export function DayTotals({ day }: { day: Day }) {
  const { timeline, route } = day;
  return (
    <section className="history-card" aria-label={t('Totals')}>
      {route.count > 0 ? (
        <dl className="history-totals">
          <Total name={t('Distance')} value={distance(timeline.distance)} />
          <Total name={t('Moving')} value={duration(timeline.moving)} />
          <Total name={t('Stops')} value={formatNumber(timeline.stays)} />
        </dl>
      ) : null}
      <LeftOut day={day} />
    </section>
  );
}

function Total({ name, value }: { name: string; value: string }) {
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
      {day.route.count > 0 ? (
        <Switch
          label={t('Show them on the map')}
          checked={shown}
          onChange={(event) => dispatch(leftOutShownChosen(event.target.checked))}
        />
      ) : null}
    </div>
  );
}
