import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { useHeldKeysIgnored } from '#client/ui/hooks';
import { Notice } from '#client/ui/feedback.tsx';
import { Dialog, LiveRegion } from '#client/ui/overlays.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectIsLocationBlocked } from '#client/features/locations/selectors';
import { selectOpenSosId } from '../../selectors';
import { quickCallCancelled, quickCallConfirmed } from '../actions';
import { alertedBySos } from '../messages';
import { selectCountdown } from '../selectors';

/** An SOS that is about to be sent because its button was held. */
export function QuickCall() {
  const dispatch = useAppDispatch();
  const seconds = useAppSelector(selectCountdown);
  const isOpen = useAppSelector(selectOpenSosId) !== undefined;
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
          {/* It must not read like the end of an SOS that is open. */}
          <Button onClick={cancel}>{isOpen ? t('Do not send') : t('Cancel')}</Button>
          <Button variant="danger" onClick={() => dispatch(quickCallConfirmed())}>
            {t('Send now')}
          </Button>
        </>
      }
    >
      {isOpen ? <Notice>{t('Your SOS is open')}</Notice> : null}
      {seconds === 0 ? <Unsent isOpen={isOpen} /> : <Counting seconds={seconds} />}
    </Dialog>
  );
}

/** @param isOpen whether an SOS before it is open */
function Unsent({ isOpen }: { isOpen: boolean }) {
  return (
    <p>
      {isOpen
        ? t('Sending it again alerts everyone again.')
        : t('The page was closed before your SOS was sent. No one has been alerted.')}
    </p>
  );
}

function Counting({ seconds }: { seconds: number }) {
  const families = useAppSelector(selectFamilies);
  const isBlocked = useAppSelector(selectIsLocationBlocked);
  return (
    <>
      <p className="quick-call-seconds" aria-hidden="true">
        {seconds}
      </p>
      <LiveRegion>{t('Your family is alerted in 5 seconds.')}</LiveRegion>
      <p>{alertedBySos(families, isBlocked)}</p>
    </>
  );
}
