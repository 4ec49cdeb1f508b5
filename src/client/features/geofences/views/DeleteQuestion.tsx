import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectDeleting } from '../selectors';
import { deleteCancelled, deleteConfirmed } from '../slice';

/** Asks for confirmation before a geofence is deleted. */
export function DeleteQuestion() {
  const dispatch = useAppDispatch();
  const deleting = useAppSelector(selectDeleting);
  const cancel = () => dispatch(deleteCancelled());
  return (
    <Dialog
      open={deleting !== null}
      role="alertdialog"
      title={t('Are you sure you want to delete this geofence?')}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t('Cancel')}</Button>
          <Button variant="danger" onClick={() => deleting && dispatch(deleteConfirmed({ id: deleting.id }))}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{t('{name}: no one will be notified of this place any more.', { name: deleting?.name })}</p>
    </Dialog>
  );
}
