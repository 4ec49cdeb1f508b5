import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectSecondStep } from '../selectors';
import { secondStepCancelled } from '../secondStep/slice';
import { SecondStep } from './SecondStep';

/** Asks for the second factor that a change of the account needs. */
export function SecondStepDialog() {
  const dispatch = useAppDispatch();
  if (useAppSelector(selectSecondStep).about !== 'change') return null;
  return (
    <Dialog open title={t('Confirm that it is you')} onClose={() => dispatch(secondStepCancelled())}>
      <p>{t('A change of your account asks for your second step again.')}</p>
      <SecondStep />
    </Dialog>
  );
}
