import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { sosCancelled, sosClosed, type SosState, sosSubmitted } from '../sos/slice';
import { type FormEvent, useId, useState } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass, Spinner } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { TextArea } from '#client/ui/controls.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { selectFamilies, selectIsAlone } from '#client/features/families/selectors';
import { selectIsLocationBlocked } from '#client/features/locations/selectors';
import { selectUser } from '#client/features/session/selectors';
import { selectOpenSosId, selectSos } from '../selectors';
import { alertedBySos, SOS_TEXT_MAX_LENGTH } from '../messages';

/** Calling for help, on whatever page one is. */
export function SosDialog() {
  const sos = useAppSelector(selectSos);
  return sos.open ? <OpenSosDialog sos={sos} /> : null;
}

function OpenSosDialog({ sos }: { sos: SosState }) {
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
        <OpenSos />
        {sos.status === 'waiting' ? null : <Audience />}
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
  const label = busy ? t('Do not send it again') : t('Close');
  return <Button onClick={() => dispatch(sosCancelled())}>{isOpen ? label : t('Cancel')}</Button>;
}

/** That the user has an SOS that is open, and the way to its end. */
function OpenSos() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const id = useAppSelector(selectOpenSosId);
  if (id === undefined) return null;
  return (
    <>
      <Notice>{t('Your SOS is open')}</Notice>
      <Link className={buttonClass('primary', true)} to={`/sos/${id}`} onClick={() => dispatch(sosClosed())}>
        {t('See answers or end it')}
      </Link>
    </>
  );
}

/** Who will be alerted, and what they will see of the caller. */
function Audience() {
  // Servers that know only the specification get one position, and know no end.
  const isLive = useAppSelector(({ alerts }) => alerts.calls.calls !== undefined);
  const isAlone = useAppSelector(selectIsAlone);
  const families = useAppSelector(selectFamilies);
  const isBlocked = useAppSelector(selectIsLocationBlocked);
  const isOpen = useAppSelector(selectOpenSosId) !== undefined;
  const showsPhone = telephoneLink(useAppSelector(selectUser)?.phone) !== null;
  if (isAlone)
    return (
      <p>{t('No one is in a family with you yet, so no one would be alerted. Call for help by phone.')}</p>
    );
  if (isOpen) return <p>{t('Sending it again alerts everyone again.')}</p>;
  return (
    <>
      <p>{alertedBySos(families, isBlocked)}</p>
      {isLive && !isBlocked ? (
        <p>{t('They will see your live position until you end the SOS, while this page is open.')}</p>
      ) : null}
      {isLive && showsPhone ? <p>{t('The SOS also shows them your phone number.')}</p> : null}
    </>
  );
}

function Failure({ sos }: { sos: SosState }) {
  if (sos.error !== null) return <Notice kind="error">{errorMessage(sos.error)}</Notice>;
  if (sos.status === 'waiting')
    return (
      <Notice kind="error">
        {t(
          'Not sent yet. Kinmap cannot be reached; we keep trying and send it as soon as it can be. If it is urgent, call by phone.',
        )}
      </Notice>
    );
  return null;
}
