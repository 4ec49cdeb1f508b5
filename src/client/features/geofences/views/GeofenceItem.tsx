import { t } from '#client/i18n/text';
import type { Geofence } from '#contract/geofences';
import { dayWithYear } from '#client/i18n/times';
import { useAppDispatch } from '#client/store/hooks';
import { DeleteIcon, EditIcon, EnterIcon, ExitIcon, PlaceIcon } from '#client/ui/actionIcons.tsx';
import { useFocusKept } from '#client/ui/Page.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { deleteAsked, editGeofenceOpened } from '../slice';

/** One place in the list. */
export function GeofenceItem({ geofence }: { geofence: Geofence }) {
  const dispatch = useAppDispatch();
  useFocusKept();
  const { id, name, radius, notifyEntry, notifyExit, createdAt } = geofence;
  return (
    <li className="geofence">
      <span className="geofence-icon">
        <PlaceIcon />
      </span>
      <div className="geofence-text">
        <h3 className="geofence-name">{name}</h3>
        <p>{t('{radius}m radius', { radius })}</p>
        <p className="geofence-notifies">
          {notifyEntry ? (
            <span className="geofence-chip">
              <EnterIcon />
              {t('Entry')}
            </span>
          ) : null}
          {notifyExit ? (
            <span className="geofence-chip">
              <ExitIcon />
              {t('Exit')}
            </span>
          ) : null}
          {notifyEntry || notifyExit ? null : t('No notifications')}
        </p>
        <p>{t('Created {day}', { day: dayWithYear(createdAt) })}</p>
      </div>
      <div className="geofence-actions">
        <IconButton
          label={t('Edit {name}', { name })}
          icon={<EditIcon />}
          onClick={() => dispatch(editGeofenceOpened({ id }))}
        />
        <IconButton
          label={t('Delete {name}', { name })}
          icon={<DeleteIcon />}
          onClick={() => dispatch(deleteAsked({ id }))}
        />
      </div>
    </li>
  );
}
