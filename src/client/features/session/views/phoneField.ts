import { t } from '#client/i18n/text';

/**
 * What the fields of one's own phone number have in common. Its pattern, three digits or nothing, is what `telephoneLink`
 * can call; the server takes any text, as the specification does.
 */
export const phoneField = () => ({
  label: t('Phone Number'),
  note: t('Optional'),
  name: 'phone',
  type: 'tel',
  autoComplete: 'tel',
  pattern: String.raw`\s*|(\D*\d){3}.*`,
  title: t('Enter a phone number with its digits, or leave this empty.'),
});
