import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import {
  selectIsLocalTime,
  selectList,
  selectLocalZone,
  selectSpeedsShown,
  selectTimeline,
  selectTimeZone,
} from '../selectors';
import { listChosen, localTimeChosen, speedsShownChosen } from '../slice';
import { DeleteDayButton } from './DayDeletion';
import { zoneName } from '../zonedTime';

/** How the day is shown. */
export function Options() {
  return (
    <details className="history-options">
      <summary>{t('Options')}</summary>
      <AllStops />
      <LocalTime />
      <Speeds />
      <DeleteDayButton />
    </details>
  );
}

/** Offered where the server computes stays and trips. */
function AllStops() {
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

/** Offered where the clocks showed another time than this device does. */
function LocalTime() {
  const dispatch = useAppDispatch();
  const zone = useAppSelector(selectLocalZone);
  const isLocal = useAppSelector(selectIsLocalTime);
  const own = useAppSelector(selectTimeZone);
  if (zone === null || (zone === own && !isLocal)) return null;
  return (
    <Switch
      label={t('Local time ({zone})', { zone: zoneName(zone) })}
      checked={isLocal}
      onChange={({ target }) => dispatch(localTimeChosen(target.checked))}
    />
  );
}

function Speeds() {
  const dispatch = useAppDispatch();
  return (
    <Switch
      label={t('Speed along the line')}
      checked={useAppSelector(selectSpeedsShown)}
      onChange={({ target }) => dispatch(speedsShownChosen(target.checked))}
    />
  );
}
