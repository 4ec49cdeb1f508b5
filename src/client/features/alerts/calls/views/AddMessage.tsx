import { type FormEvent, useState } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { TextArea } from '#client/ui/controls.tsx';
import { Form } from '#client/ui/Form.tsx';
import { SOS_TEXT_MAX_LENGTH } from '../../messages';
import { selectSos } from '../../selectors';
import { sosClosed, sosSubmitted } from '../../sos/slice';

/** Sends a message after the SOS: it calls everyone again, with the message and where the caller is by then. */
export function AddMessage() {
  const dispatch = useAppDispatch();
  const isBusy = useAppSelector(selectSos).status !== 'idle';
  const [message, setMessage] = useState('');

  function send(event: FormEvent) {
    event.preventDefault();
    dispatch(sosSubmitted({ message }));
    // A banner shows its progress; the dialog opens again if it fails.
    dispatch(sosClosed());
    setMessage('');
  }

  return (
    <details className="sos-log">
      <summary>{t('Send a message')}</summary>
      <Form className="sos-add-message" onSubmit={send}>
        <TextArea
          label={t('Message')}
          rows={2}
          value={message}
          maxLength={SOS_TEXT_MAX_LENGTH}
          onChange={(event) => setMessage(event.target.value)}
        />
        <p className="sos-count">{t('Everyone is alerted again and gets the message.')}</p>
        <Button type="submit" disabled={isBusy || message.trim() === ''}>
          {t(isBusy ? 'Sending...' : 'Send message')}
        </Button>
      </Form>
    </details>
  );
}
