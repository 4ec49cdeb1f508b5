import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { useHeldKeysIgnored } from '#client/ui/hooks';
import { Dialog, LiveRegion } from '#client/ui/overlays.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectIsLocationBlocked } from '#client/features/locations/selectors';
import { alertedBySos } from '../../messages';
import { quickCallCancelled, quickCallConfirmed } from '../actions';
import { selectCountdown } from '../selectors';

/** An SOS that is about to be sent because its button was held. */
export function QuickCall() {
  const dispatch = useAppDispatch();
  const seconds = useAppSelector(selectCountdown);
  const families = useAppSelector(selectFamilies);
  const isBlocked = useAppSelector(selectIsLocationBlocked);
  // The key that is held on the SOS button would press "Cancel", which has the focus then.
  useHeldKeysIgnored(seconds !== null);
  if (seconds === null) return null;
  const cancel = () => dispatch(quickCallCancelled());
  return (
    <Dialog
      open
      role="alertdialog"
      title={seconds === 0 ? t('Send the SOS?') : t('Sending an SOS')}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t('Cancel')}</Button>
          <Button variant="danger" onClick={() => dispatch(quickCallConfirmed())}>
            {t('Send now')}
          </Button>
        </>
      }
    >
      {seconds === 0 ? (
        <p>{t('The page was closed before your SOS was sent. No one has been alerted.')}</p>
      ) : (
        <>
          <p className="quick-call-seconds" aria-hidden="true">
            {seconds}
          </p>
          <LiveRegion>{t('Your family is alerted in 5 seconds.')}</LiveRegion>
          <p>{alertedBySos(families, isBlocked)}</p>
        </>
      )}
    </Dialog>
  );
}
