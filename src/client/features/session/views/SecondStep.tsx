import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectSecondStep } from '../selectors';
import { codeSubmitted, passkeyChosen, secondStepCancelled } from '../secondStep/slice';

const FIELDS = ['code'] as const;
/** The form replaces another one, which had the focus. */
const focusFirst = (box: HTMLElement | null): void => {
  const control = box?.querySelector('form')?.elements[0];
  if (control instanceof HTMLElement) control.focus();
};

/** The form for the second factor: a passkey where there is one, a code in any case. */
export function SecondStep() {
  const dispatch = useAppDispatch();
  const { hasPasskey, form } = useAppSelector(selectSecondStep);
  const { errors, submit } = useValidatedForm(FIELDS, (texts) =>
    dispatch(codeSubmitted({ oneTimePassword: texts.code })),
  );
  const busy = form.status === 'submitting';
  return (
    <div ref={focusFirst}>
      <Form onSubmit={submit}>
        {form.error && !errors ? <Notice kind="error">{errorMessage(form.error)}</Notice> : null}
        {hasPasskey ? (
          <Button variant="primary" wide busy={busy} onClick={() => dispatch(passkeyChosen())}>
            {t('Use your passkey')}
          </Button>
        ) : null}
        <TextField
          label={hasPasskey ? t('Or a code') : t('Code')}
          name="code"
          autoComplete="one-time-code"
          required
          hint={t('From your authenticator app, or one of your recovery codes. Each works once.')}
          error={errors?.['code']}
        />
        <Button type="submit" variant={hasPasskey ? undefined : 'primary'} wide busy={busy}>
          {t('Continue')}
        </Button>
        <Button variant="quiet" wide onClick={() => dispatch(secondStepCancelled())}>
          {t('Cancel')}
        </Button>
      </Form>
    </div>
  );
}
