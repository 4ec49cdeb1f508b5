import { formatNumber } from '#client/i18n/formats';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import type { Day } from '../day';
import {
  selectIsLocalTime,
  selectLeftOutShown,
  selectLocalZone,
  selectTimeline,
  selectTimeZone,
} from '../selectors';
import { leftOutShownChosen, localTimeChosen } from '../slice';
import { zoneName } from '../zonedTime';
import { leftOutText } from '../messages';

/** What the day comes to, and what of it is not in the line. */
export function DayTotals({ day }: { day: Day }) {
  const { timeline: computed, route } = day;
  // The server's have what was corrected.
  const timeline = useAppSelector(selectTimeline);
  const { distance: metres, moving } = timeline ?? computed;
  const stays = timeline?.entries.filter(({ kind }) => kind === 'stay').length ?? computed.stays;
  return (
    <section className="history-card" aria-label={t('Totals')}>
      {route.count > 0 ? (
        <dl className="history-totals">
          <Total name={t('Distance')} value={distance(metres)} />
          <Total name={t('Moving')} value={duration(timeline ? moving * 1_000 : moving)} />
          <Total name={t('Stops')} value={formatNumber(stays)} />
        </dl>
      ) : null}
      <LocalTime />
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

/** Offered where the clocks showed another time than this device does. */
function LocalTime() {
  const dispatch = useAppDispatch();
  const zone = useAppSelector(selectLocalZone);
  const isLocal = useAppSelector(selectIsLocalTime);
  const own = useAppSelector(selectTimeZone);
  if (zone === null || (zone === own && !isLocal)) return null;
  return (
    <div className="history-left-out">
      <Switch
        label={t('Local time ({zone})', { zone: zoneName(zone) })}
        checked={isLocal}
        onChange={({ target }) => dispatch(localTimeChosen(target.checked))}
      />
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
