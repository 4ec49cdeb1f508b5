import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { RecenterIcon, UsersIcon } from '#client/ui/icons.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';
import { selectMemberPresences } from '#client/features/locations/presence';
import { everyoneRequested, recenterRequested } from '#client/features/locations/slice';

/** The round buttons over the map. */
export function MapControls() {
  const dispatch = useAppDispatch();
  const known = useAppSelector(
    (state) => selectMemberPresences(state).filter(({ position }) => position).length,
  );
  return (
    <>
      {known > 1 ? (
        <RoundButton
          label={t('Show everyone')}
          icon={<UsersIcon />}
          onClick={() => dispatch(everyoneRequested())}
        />
      ) : null}
      <RoundButton
        label={t('Recenter on my location')}
        icon={<RecenterIcon />}
        onClick={() => dispatch(recenterRequested())}
      />
    </>
  );
}
