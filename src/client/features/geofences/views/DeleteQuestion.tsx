import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectDeleting } from '../selectors';
import { deleteCancelled, deleteConfirmed } from '../slice';

/** Asks before a place is deleted. */
export function DeleteQuestion() {
  const dispatch = useAppDispatch();
  const deleting = useAppSelector(selectDeleting);
  const cancel = () => dispatch(deleteCancelled());
  return (
    <Dialog
      open={deleting !== null}
      role="alertdialog"
      title="Are you sure you want to delete this geofence?"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="danger" onClick={() => deleting && dispatch(deleteConfirmed({ id: deleting.id }))}>
            Delete
          </Button>
        </>
      }
    >
      <p>{deleting?.name}: nobody will be notified of this place any more.</p>
    </Dialog>
  );
}
