import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { dayAndTime, dayWithYear } from '#client/i18n/times';
import { type ComponentProps, useDeferredValue } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import type { LatLng } from '#shared/geo';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { HistoryIcon } from '#client/ui/actionIcons.tsx';
import { SaveIcon } from '#client/ui/historyIcons.tsx';
import { selectNetworkTrouble } from '#client/features/session/selectors';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { coordinateFields } from '#client/features/geofences/draft';
import { selectFamilyGeofences } from '#client/features/geofences/selectors';
import { editGeofenceOpened, newGeofenceOpened } from '#client/features/geofences/slice';
import { selectFamiliesStatus } from '#client/features/families/selectors';
import type { Person } from '#client/features/families/profile/selectors';
import {
  selectDay,
  selectExporting,
  selectHistoryDetail,
  selectHistoryPerson,
  selectHistoryStatus,
  selectHistoryUserId,
  selectIsBare,
  selectSavedAt,
  selectShownDays,
  selectShownRange,
  selectStored,
  selectVisibleSince,
} from '#client/features/locations/history/selectors';
import { dayName } from '#client/features/locations/history/calendar';
import { dayChosen, dayRequested, exportRequested } from '#client/features/locations/history/slice';
import { Calendar } from '#client/features/locations/history/views/Calendar.tsx';
import { CorrectionDialog } from '#client/features/locations/history/views/CorrectionDialog.tsx';
import { Corrections } from '#client/features/locations/history/views/Corrections.tsx';
import { DateBar } from '#client/features/locations/history/views/DateBar.tsx';
import { DayDeleted, DeleteDayDialog } from '#client/features/locations/history/views/DayDeletion.tsx';
import { DayMap } from '#client/features/locations/history/views/DayMap.tsx';
import { DayTotals } from '#client/features/locations/history/views/DayTotals.tsx';
import { Player } from '#client/features/locations/history/views/Player.tsx';
import { Range, RangeBar } from '#client/features/locations/history/views/Range.tsx';
import { SpeedLegend } from '#client/features/locations/history/views/SpeedLegend.tsx';
import { Timeline } from '#client/features/locations/history/views/Timeline.tsx';
import { BackLink } from '../BackLink';
import './history.css';

/** /history/{userId}: the day of a member. */
export function HistoryPage() {
  const person = useAppSelector(selectHistoryPerson);
  const isBare = useAppSelector(selectIsBare);
  const range = useAppSelector(selectShownRange);
  const places = useAppSelector(selectFamilyGeofences);
  return (
    <div className="history">
      <div className="history-head">
        <AppHeader title={historyTitle(person)} leading={<BackToProfile />} trailing={<ExportButton />} />
      </div>
      <main className={isBare ? 'history-main history-main-bare' : 'history-main'}>
        <NetworkBanner />
        {range ? <RangeBar from={range.from} to={range.to} /> : <DateBar />}
        <Calendar places={places} />
        <DayDeleted />
        {range ? <Range range={range} /> : <DayContent places={places} />}
      </main>
    </div>
  );
}

function historyTitle(person: Person | null): string {
  if (!person) return t('Location history');
  return person.isMe ? t('My history') : t('{name}’s history', { name: person.name });
}

function BackToProfile() {
  const userId = useAppSelector(selectHistoryUserId);
  return <BackLink to={`/profile/${encodeURIComponent(userId ?? '')}`} label={t('Back to the profile')} />;
}

function ExportButton() {
  const dispatch = useAppDispatch();
  const day = useAppSelector(selectDay);
  const range = useAppSelector(selectShownRange);
  const isExporting = useAppSelector(selectExporting);
  const isEmpty = range ? range.days.length === 0 : !day || day.fixes.count === 0;
  if (isEmpty) return null;
  return (
    <IconButton
      label={range ? t('Save these days as GPX') : t('Save this day as GPX')}
      icon={<SaveIcon />}
      disabled={isExporting}
      onClick={() => dispatch(exportRequested())}
    />
  );
}

function DayContent({ places }: Pick<ComponentProps<typeof CorrectionDialog>, 'places'>) {
  const status = useAppSelector(selectHistoryStatus);
  const day = useAppSelector(selectDay);
  const shown = useAppSelector(selectShownDays);
  // Deferred, because drawing the day on the map takes long and would delay the list.
  const onMap = useDeferredValue(day);
  if (status === 'failed') return <LoadFailure />;
  if (day?.fixes.count === 0) return <EmptyDay />;
  return (
    <>
      <StoredNotice />
      {/* The map stays mounted from day to day, because creating one takes longer than everything else. */}
      {onMap || shown > 0 ? <DayMap day={onMap} /> : <MapSkeleton />}
      {day ? (
        <div className="history-side">
          <Player />
          <SpeedLegend />
          <DayTotals day={day} />
          <Timeline day={day} />
          <Corrections places={places} />
          <CorrectionDialog places={places} NewPlaceLink={PlaceLink} RenamePlaceLink={RenameLink} />
          <DeleteDayDialog />
        </div>
      ) : (
        <SideSkeleton />
      )}
    </>
  );
}

/** Leads to the form for a new geofence where the user stayed. */
function PlaceLink({ position }: { position: LatLng }) {
  const { Link } = useNavigation();
  const dispatch = useAppDispatch();
  return (
    <Link
      to="/alerts-settings"
      className={buttonClass()}
      onClick={() => {
        dispatch(newGeofenceOpened(coordinateFields(position)));
      }}
    >
      {t('Make it a place of the family')}
    </Link>
  );
}

/** Leads to the form of a place, where members of its family rename it for all. */
function RenameLink({ place: { id, name } }: { place: { readonly id: string; readonly name: string } }) {
  const { Link } = useNavigation();
  const dispatch = useAppDispatch();
  return (
    <Link
      to="/alerts-settings"
      className={buttonClass()}
      onClick={() => {
        dispatch(editGeofenceOpened({ id }));
      }}
    >
      {t('Rename {name} for the family', { name })}
    </Link>
  );
}

function EmptyDay() {
  const since = useAppSelector(selectVisibleSince);
  const person = useAppSelector(selectHistoryPerson);
  return (
    <div className="history-empty">
      <EmptyState
        icon={<HistoryIcon />}
        title={t('No location data available for this date')}
        hint={
          since === null
            ? t('Positions are kept while someone shares their location. Try another day.')
            : t('You see {name}’s history from {date} on: since then you have been in a family together.', {
                name: person?.name ?? t('this person'),
                date: dayWithYear(since),
              })
        }
      />
    </div>
  );
}

/** Says when the day was stored, if it comes from this device's storage. */
function StoredNotice() {
  const savedAt = useAppSelector(selectSavedAt);
  if (savedAt === null) return null;
  const when = dayAndTime(new Date(savedAt).toISOString());
  return (
    <div className="history-stored">
      <Notice>{t('As loaded on {when}. It is renewed once Kinmap can be reached.', { when })}</Notice>
    </div>
  );
}

function LoadFailure() {
  const dispatch = useAppDispatch();
  const stored = useAppSelector(selectStored);
  const detail = useAppSelector(selectHistoryDetail);
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  const { Link } = useNavigation();
  // Who has left the family is not shown again.
  const hasLeft = useAppSelector(
    (state) => selectHistoryPerson(state) === null && selectFamiliesStatus(state) === 'ready',
  );
  return (
    <div className="history-empty">
      <Notice kind={isOffline ? 'info' : 'error'}>
        {t('Failed to load location history')}
        {detail ? <div className="history-detail">{errorMessage(detail)}</div> : null}
        {isOffline ? <div>{t('It loads once Kinmap can be reached.')}</div> : null}
      </Notice>
      {hasLeft && !isOffline ? (
        <Link to="/" className={buttonClass('primary')}>
          {t('Back to the map')}
        </Link>
      ) : (
        <Button onClick={() => dispatch(dayRequested())}>{t('Try again')}</Button>
      )}
      {stored ? (
        <Button onClick={() => dispatch(dayChosen({ date: stored.date }))}>
          {t('Show {day}, which is on this device', { day: dayName(stored.date) })}
        </Button>
      ) : null}
    </div>
  );
}

function MapSkeleton() {
  return (
    <div className="history-map">
      <Skeleton height="100%" />
    </div>
  );
}

function SideSkeleton() {
  return (
    <div className="history-side">
      <span className="visually-hidden" role="status">
        {t('Loading...')}
      </span>
      <Skeleton height="96px" />
      <Skeleton height="72px" />
      <Skeleton height="72px" />
    </div>
  );
}
