import { t } from '#client/i18n/text';
import { TextField, type TextFieldProps } from './Form';

type CredentialFieldProps = Omit<TextFieldProps, 'type' | 'autoComplete' | 'required' | 'label'>;

/** The email address of an account. */
export function EmailField(props: CredentialFieldProps) {
  return (
    <TextField
      label={t('Email address')}
      name="email"
      {...props}
      type="email"
      autoComplete="email"
      required
    />
  );
}

/** The password that the account has now. */
export function CurrentPasswordField(props: CredentialFieldProps & { label: string }) {
  return <TextField {...props} type="password" autoComplete="current-password" required />;
}
