import type { AppError, EagerErrorCode } from '#client/services/errors';
import { lazyErrorLimits, lazyErrorText } from './errorTexts';
import { t } from './text';

export type { AppError };

/** Failures of the sign-in page and the map, which must have words even when nothing more can be loaded. */
export const EAGER_ERRORS: Record<EagerErrorCode, string> = {
  sign_in_failed: 'Login failed',
  families_not_loaded: 'Failed to load families',
  family_not_joined: 'Failed to join family',
  family_not_left: 'Failed to leave family',
  invitation_not_declined: 'Failed to decline the invitation',
  sos_location_denied:
    'Your position is not known, so the SOS was not sent. Allow location for this site in the browser’s settings and try again, or call for help by phone.',
  sos_location_unknown:
    'Your position is not known, so the SOS was not sent. Try again, in the open if you can, or call for help by phone.',
};

/** What a person reads of an error. */
export function errorMessage({ code, params }: AppError): string {
  if (code === 'server') return params.message;
  const text = EAGER_ERRORS[code as EagerErrorCode] ?? lazyErrorText(code) ?? 'Something went wrong';
  return t(text, { ...lazyErrorLimits(code), ...params });
}
