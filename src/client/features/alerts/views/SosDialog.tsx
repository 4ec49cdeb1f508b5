import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { sosCancelled, sosClosed, type SosState, sosSubmitted } from '../sos/slice';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button, Spinner } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { TextArea } from '#client/ui/controls.tsx';
import { selectOpenSosId, selectSos } from '../selectors';
import { SOS_TEXT_MAX_LENGTH } from '../messages';

/** Calling for help, on whatever page one is. @param children what it means for whom; it may load later */
export function SosDialog({ children }: { children?: ReactNode }) {
  const sos = useAppSelector(selectSos);
  return sos.open ? <OpenSosDialog sos={sos}>{children}</OpenSosDialog> : null;
}

function OpenSosDialog({ sos, children }: { sos: SosState; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const formId = useId();
  const [message, setMessage] = useState(sos.message);
  const busy = sos.status !== 'idle';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) dispatch(sosSubmitted({ message }));
  }

  return (
    <Dialog
      open
      title={t('SOS')}
      // A press outside the dialog does not cancel the SOS.
      onClose={() => dispatch(busy ? sosClosed() : sosCancelled())}
      actions={
        <>
          {/* Above the buttons, which stay in view with large text. */}
          {sos.status === 'locating' ? <Notice>{t('Finding your position…')}</Notice> : null}
          <CancelButton busy={busy} />
          {/* Not `busy`: a disabled button would lose the focus to the page behind the dialog. */}
          <Button
            type="submit"
            form={formId}
            variant="danger"
            aria-disabled={busy}
            icon={busy ? <Spinner /> : null}
          >
            {t(busy ? 'Sending...' : 'Send SOS')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        {/* First, because a dialog that opens again shows its top: an SOS that waits must not read as one that was sent. */}
        <Failure sos={sos} />
        {children}
        <TextArea
          label={t('Message (optional)')}
          value={message}
          maxLength={SOS_TEXT_MAX_LENGTH}
          readOnly={busy}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

/** Closes the dialog and sends nothing. It must not read like the end of an SOS that is open, which it is not. */
function CancelButton({ busy }: { busy: boolean }) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectOpenSosId) !== undefined;
  return (
    <Button onClick={() => dispatch(sosCancelled())}>
      {t(!isOpen ? 'Cancel' : busy ? 'Do not send' : 'Close')}
    </Button>
  );
}

function Failure({ sos: { error, status } }: { sos: SosState }) {
  if (error === null && status !== 'waiting') return null;
  return (
    <Notice kind="error">
      {error
        ? errorMessage(error)
        : t('Not sent yet. If it is urgent, call by phone. We keep trying to send it.')}
    </Notice>
  );
}
