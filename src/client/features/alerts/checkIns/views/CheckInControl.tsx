import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { CheckInIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { checkInFormOpened } from '../actions';
import { isOnTheWay, selectCheckIns, selectCompanions, selectOwnCheckIn } from '../selectors';
import { CheckInDialog, type CheckInDialogProps } from './CheckInDialog';

/** The button that opens the form of a new check-in: for members of a family without an open check-in. */
export function CheckInControl({ instead }: CheckInDialogProps) {
  const dispatch = useAppDispatch();
  const isKnown = useAppSelector(selectCheckIns) !== null;
  const hasCompanions = useAppSelector(selectCompanions).length > 0;
  const own = useAppSelector(selectOwnCheckIn);
  if (!isKnown || !hasCompanions) return null;
  return (
    <>
      {own && isOnTheWay(own) ? null : (
        <Button variant="quiet" onClick={() => dispatch(checkInFormOpened({ requestId: null }))}>
          <CheckInIcon />
          {t('Check in')}
        </Button>
      )}
      <CheckInDialog instead={instead} />
    </>
  );
}
