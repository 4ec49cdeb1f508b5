import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { dayName } from '../calendar';
import { selectDate, selectDeletion, selectImported, selectIsDeletable } from '../selectors';
import { deletionAsked, deletionClosed, deletionConfirmed } from '../slice';

/** Offers to delete the shown day, where it has recorded positions of the user's own. */
export function DeleteDayButton() {
  const dispatch = useAppDispatch();
  if (!useAppSelector(selectIsDeletable)) return null;
  return <Button onClick={() => dispatch(deletionAsked())}>{t('Delete this day')}</Button>;
}

/** Asks before the shown day is deleted. */
export function DeleteDayDialog() {
  const { status } = useAppSelector(selectDeletion);
  return status === 'asked' || status === 'deleting' ? <Question isDeleting={status === 'deleting'} /> : null;
}

function Question({ isDeleting }: { isDeleting: boolean }) {
  const dispatch = useAppDispatch();
  const date = useAppSelector(selectDate) ?? '';
  const { error } = useAppSelector(selectDeletion);
  const imported = useAppSelector(selectImported);
  const close = () => dispatch(deletionClosed());
  // The button that opened it goes with the day.
  useFocusTitleOnUnmount();
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('Delete this day?')}
      onClose={close}
      actions={
        <>
          <Button onClick={close} disabled={isDeleting}>
            {t('Cancel')}
          </Button>
          <Button variant="danger" busy={isDeleting} onClick={() => dispatch(deletionConfirmed())}>
            {t(isDeleting ? 'Deleting...' : 'Delete this day')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Your positions of {day} are deleted for you and your family, with your arrivals and departures. This cannot be undone.',
          { day: dayName(date) },
        )}
      </p>
      <p>{t('Alerts that were sent stay, and so does your latest position on the map.')}</p>
      {imported === null ? null : <p>{t('Positions that you imported stay.')}</p>}
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
    </Dialog>
  );
}

/** Who has just deleted the day has scrolled down to the button, and the page above it becomes lower. */
function showNotice(notice: HTMLElement | null): void {
  notice?.scrollIntoView?.({ block: 'center' });
}

/** Says that the shown day was deleted. */
export function DayDeleted() {
  const { status } = useAppSelector(selectDeletion);
  const date = useAppSelector(selectDate);
  const imported = useAppSelector(selectImported);
  if (status !== 'done' || date === null) return null;
  return (
    <div className="history-deleted" ref={showNotice}>
      <Notice kind="success">
        {t(
          imported === null
            ? 'Your positions of {day} were deleted.'
            : 'Your positions of {day} were deleted. Those that you imported are still here.',
          { day: dayName(date) },
        )}
      </Notice>
    </div>
  );
}
