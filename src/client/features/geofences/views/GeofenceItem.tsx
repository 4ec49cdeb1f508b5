import { t } from '#client/i18n/text';
import type { Geofence } from '#contract/geofences';
import { dayWithYear } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { EnterIcon, ExitIcon, HistoryIcon } from '#client/ui/actionIcons.tsx';
import { DeleteIcon, EditIcon } from '#client/ui/editorIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { selectMembers } from '#client/features/families/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { areaText, lastChangeText, scheduleText } from '../messages';
import { selectPlaceLog } from '../log/selectors';
import { placeLogToggled } from '../log/slice';
import { deleteAsked, editGeofenceOpened } from '../slice';
import { PlaceKindIcon } from './PlaceKindIcon';
import { PlaceLog } from './PlaceLog';
import { WhoIsThere } from './WhoIsThere';

/** One place in the list. */
export function GeofenceItem({ geofence }: { geofence: Geofence }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  const isLogOpen = useAppSelector(selectPlaceLog).placeId === geofence.id;
  const { id, name, notifyEntry, notifyExit, createdAt, schedule, kind } = geofence;
  return (
    <li className="geofence">
      <PlaceKindIcon kind={kind ?? 'other'} />
      <div className="geofence-text">
        <h3 className="geofence-name">{name}</h3>
        <WhoIsThere geofenceId={id} />
        <p>{areaText(geofence)}</p>
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
        {schedule ? <p>{scheduleText(schedule)}</p> : null}
        <p>{t('Created {day}', { day: dayWithYear(createdAt) })}</p>
        <LastChange geofence={geofence} />
        <Button
          variant="quiet"
          className="geofence-history"
          icon={<HistoryIcon />}
          aria-label={t('History of {name}', { name })}
          aria-expanded={isLogOpen}
          onClick={() => dispatch(placeLogToggled({ id }))}
        >
          {t('History')}
        </Button>
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
      {isLogOpen ? <PlaceLog geofence={geofence} /> : null}
    </li>
  );
}

function LastChange({ geofence }: { geofence: Geofence }) {
  const now = useAppSelector(selectNow);
  const userId = useAppSelector(selectUser)?.id;
  const members = useAppSelector(selectMembers);
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name;
  const text = lastChangeText(geofence, { now, userId, nameOf });
  return text === null ? null : <p className="geofence-change">{text}</p>;
}
