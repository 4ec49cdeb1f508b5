import type { Geofence } from '#contract/geofences';
import { dayWithYear } from '#shared/times';
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
        <p>{radius}m radius</p>
        <p className="geofence-notifies">
          {notifyEntry ? (
            <span className="geofence-chip">
              <EnterIcon />
              Entry
            </span>
          ) : null}
          {notifyExit ? (
            <span className="geofence-chip">
              <ExitIcon />
              Exit
            </span>
          ) : null}
          {notifyEntry || notifyExit ? null : 'No notifications'}
        </p>
        <p>Created {dayWithYear(createdAt)}</p>
      </div>
      <div className="geofence-actions">
        <IconButton
          label={`Edit ${name}`}
          icon={<EditIcon />}
          onClick={() => dispatch(editGeofenceOpened({ id }))}
        />
        <IconButton
          label={`Delete ${name}`}
          icon={<DeleteIcon />}
          onClick={() => dispatch(deleteAsked({ id }))}
        />
      </div>
    </li>
  );
}
