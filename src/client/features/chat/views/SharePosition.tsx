import { t } from '#client/i18n/text';
import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button, Spinner } from '#client/ui/Button.tsx';
import { PlaceIcon } from '#client/ui/actionIcons.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Dialog, DismissButton } from '#client/ui/overlays.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { positionProblem } from '#client/features/locations/messages';
import { selectPositionShare } from '../selectors';
import { positionProblemDismissed, positionShareRequested } from '../slice';

/** Sends this person's position to the family, once they have confirmed it: the button is where a thumb easily lands. */
export function SharePosition({ familyId }: { familyId: string | null }) {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectPositionShare).status === 'locating';
  const [isConfirming, setConfirming] = useState(false);

  function confirm() {
    setConfirming(false);
    if (familyId !== null) dispatch(positionShareRequested({ familyId }));
  }

  return (
    <>
      <IconButton
        label={t(busy ? 'Finding your position' : 'Share my position')}
        icon={busy ? <Spinner /> : <PlaceIcon />}
        aria-haspopup="dialog"
        disabled={familyId === null || busy}
        onClick={() => setConfirming(true)}
      />
      <Question open={isConfirming} onCancel={() => setConfirming(false)} onConfirm={confirm} />
    </>
  );
}

function Question({
  open,
  onCancel,
  onConfirm,
}: {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const family = useAppSelector(selectSelectedFamily);
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={t('Send your position to {family}?', { family: family?.name })}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={onConfirm}>
            {t('Send position')}
          </Button>
        </>
      }
    >
      <p>{t('Everyone in this chat sees where you are now. What is sent cannot be taken back.')}</p>
    </Dialog>
  );
}

export function PositionProblem() {
  const dispatch = useAppDispatch();
  const { problem } = useAppSelector(selectPositionShare);
  if (problem === null) return null;
  return (
    <Notice>
      <div className="notice-row">
        <span>{positionProblem(problem)}</span>
        <DismissButton onClick={() => dispatch(positionProblemDismissed())} />
      </div>
    </Notice>
  );
}
