import { type KeyboardEvent, useId, useRef } from 'react';
import { t } from '#client/i18n/text';
import { sosHeld, sosReleased } from '../calls/actions';
import { sosOpened } from '../sos/slice';
import { useAppDispatch } from '#client/store/hooks';
import { SosIcon } from '#client/ui/icons.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';

/** The button that opens the SOS dialog; holding it calls without the dialog. */
export function SosControl() {
  const dispatch = useAppDispatch();
  const descriptionId = useId();
  /** The key went down on this button, and not on what had the focus before. */
  const isKeyDown = useRef(false);
  const release = () => dispatch(sosReleased());
  const open = () => dispatch(sosOpened());

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Browsers press a button as soon as Enter is down, and again while it is held.
    event.preventDefault();
    // The key is held; it may have gone down on another element.
    if (event.repeat) return;
    const isDown = event.type === 'keydown';
    if (isDown) dispatch(sosHeld());
    if (!isDown && isKeyDown.current) {
      release();
      open();
    }
    isKeyDown.current = isDown;
  }

  return (
    <>
      <RoundButton
        label={t('SOS')}
        icon={<SosIcon />}
        tone="sos"
        aria-describedby={descriptionId}
        onClick={open}
        onPointerDown={() => dispatch(sosHeld())}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onKeyDown={handleKey}
        onKeyUp={handleKey}
        onBlur={() => {
          isKeyDown.current = false;
          release();
        }}
      />
      <span id={descriptionId} hidden>
        {t('Hold for 2 seconds to send an SOS without the dialog.')}
      </span>
    </>
  );
}
