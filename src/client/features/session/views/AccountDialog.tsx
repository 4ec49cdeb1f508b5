import { type ReactNode, useId } from 'react';
import { t } from '#client/i18n/text';
import { Button } from '#client/ui/Button.tsx';
import { Form, useValidatedForm, type FieldErrors } from '#client/ui/Form.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import type { AccountTask } from '../account/reducer';
import { AccountOutcome, useAccountTask } from './AccountOutcome';

interface AccountDialogProps<Name extends string> {
  task: AccountTask;
  title: string;
  /** Above the form. */
  children: ReactNode;
  names: readonly Name[];
  renderFields: (errors: FieldErrors | null) => ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  /** Label of that button while the task runs. */
  busyLabel?: string;
  variant?: 'primary' | 'danger';
  onConfirm: (texts: Record<Name, string>) => void;
  onClose: () => void;
}

/** A dialog with a form for a task of the account; shows the task's outcome. */
export function AccountDialog<Name extends string>({
  task,
  title,
  children,
  names,
  renderFields,
  submitLabel,
  busyLabel = submitLabel,
  variant = 'primary',
  onConfirm,
  onClose,
}: AccountDialogProps<Name>) {
  const formId = useId();
  const { busy, edited } = useAccountTask(task);
  const { errors, submit, onInput } = useValidatedForm(names, onConfirm, edited);
  return (
    <Dialog
      open
      role={variant === 'danger' ? 'alertdialog' : 'dialog'}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant={variant} busy={busy}>
            {busy ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      {children}
      <Form id={formId} onSubmit={submit} onInput={onInput}>
        {renderFields(errors)}
        {errors ? null : <AccountOutcome task={task} />}
      </Form>
    </Dialog>
  );
}
