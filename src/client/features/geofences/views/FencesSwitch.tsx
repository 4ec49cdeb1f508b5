import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import { selectFencesShown } from '../selectors';
import { fencesShownChosen } from '../slice';

/** Whether the main map shows the places; kept on this device. */
export function FencesSwitch() {
  const dispatch = useAppDispatch();
  return (
    <Switch
      label={t('Show places on the map')}
      checked={useAppSelector(selectFencesShown)}
      onChange={(event) => dispatch(fencesShownChosen(event.target.checked))}
    />
  );
}
