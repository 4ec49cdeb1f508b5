import { LIMIT_PARAMS } from '#contract/codedError';
import { ERRORS, type ErrorCode, type ErrorParams } from '#contract/errors';
import type { LazyErrorCode } from '#client/services/errors';

/** Texts of the client's own errors on all pages but the sign-in page and the map. */
const CLIENT_ERRORS: Record<LazyErrorCode, string> = {
  registration_failed: 'Registration failed',
  passwords_differ: 'Passwords do not match',
  new_passwords_differ: 'New passwords do not match',
  email_not_sent: 'Failed to send the link',
  link_missing: 'This page needs the link of the email. Please open it once more.',
  password_not_updated: 'Failed to update password',
  profile_not_updated: 'Failed to update profile',
  imports_not_loaded: 'Your imports could not be loaded',
  correction_not_saved: 'The correction could not be saved. Please try again.',
  history_not_deleted: 'Your positions could not be deleted. Please try again.',
  history_not_deletable: 'This server cannot delete positions yet. Nothing was deleted.',
  import_not_sent: 'The file could not be sent. Nothing of it was kept',
  import_not_changed: 'The import could not be changed',
  import_not_undone: 'The import could not be undone',
  positions_not_downloaded: 'Failed to download your positions',
  positions_none: 'There are no positions in that time, so there is nothing to download.',
  phones_not_loaded: 'Your phones could not be loaded',
  phone_not_added: 'The phone could not be added. Please try again.',
  phone_not_changed: 'This could not be changed. Please try again.',
  phone_not_disconnected: 'The phone could not be disconnected. Please try again.',
  phone_not_connected: 'This phone could not be connected. Please try again.',
  phone_waits_for_server:
    'Kinmap cannot be reached now. Leave this page open: the phone is connected once it can.',
  phone_link_missing: 'This page needs the QR code that Kinmap shows under Phones. Please scan it once more.',
  phone_test_failed: 'The test did not reach Kinmap. Please try again.',
  sharing_not_changed: 'This could not be changed. Please try again.',
  data_not_downloaded: 'Failed to download your data',
  not_signed_out_everywhere: 'Failed to sign out everywhere',
  second_factor_failed: 'That did not work. Please try again.',
  authenticator_not_added: 'Failed to add the app',
  passkey_not_added: 'No passkey was made. Try again, or add an authenticator app instead.',
  factor_not_removed: 'Failed to remove it',
  recovery_codes_not_renewed: 'Failed to make new codes',
  device_not_signed_out: 'Failed to sign out the device',
  account_not_deleted: 'Failed to delete the account',
  picture_unusable: 'This file is not a picture that can be used. Please choose a PNG, JPEG or WebP.',
  picture_file_too_large: 'This file is too large. Please choose a picture of at most {max} MB.',
  picture_damaged: 'This picture is damaged or too large for this device. Please choose another one.',
  picture_unsupported: 'This browser cannot work on pictures',
  picture_not_shrinkable: 'This picture cannot be made small enough. Please choose another one.',
  family_not_created: 'Failed to create family',
  family_not_updated: 'Failed to update family',
  block_not_changed: 'Failed to change what is blocked',
  member_not_added: 'Failed to add family member',
  member_not_removed: 'Failed to remove family member',
  create_needs_session: 'You must be logged in to create a family',
  join_needs_session: 'You must be logged in to join a family',
  profile_unknown: 'User not found',
  profile_not_loaded: 'Failed to load user profile',
  geofence_fields_empty: 'Please fill out all required fields',
  geofence_family_missing: 'Please select a family first',
  geofence_not_created: 'Failed to create geofence',
  geofence_not_updated: 'Failed to update geofence',
  geofence_not_deleted: 'Failed to delete geofence',
  push_unreachable: "This browser's push service cannot be reached.",
  notifications_blocked: "Notifications are blocked in the browser's settings.",
  push_not_switched: 'This could not be changed. Please try again.',
  push_test_not_sent: 'The test could not be sent. Please try again.',
  push_device_not_removed: 'The device could not be removed. Please try again.',
  notify_settings_not_saved: 'This could not be saved. Please try again.',
  channel_not_added: 'This could not be added. Please try again.',
  channel_code_not_checked: 'The code could not be checked. Please try again.',
  channel_not_removed: 'This could not be removed. Please try again.',
  checkin_not_started: 'Not started, because Kinmap cannot be reached. No one watches yet; please try again.',
  checkin_not_extended:
    'Not sent, because Kinmap cannot be reached. The old time still counts; please try again.',
  checkin_not_ended:
    'Not sent, because Kinmap cannot be reached. Your family does not know yet; please try again.',
  checkin_not_requested: 'Not sent, because Kinmap cannot be reached. Please try again.',
  checkin_request_not_answered: 'Not sent, because Kinmap cannot be reached. Please try again.',
  once_alert_not_saved: 'Not saved, because Kinmap cannot be reached. Please try again.',
  server_unreachable: 'Kinmap cannot be reached right now. Nothing is lost; try again in a moment.',
};

/** English texts of errors by code: the client's and the server's. */
export const LAZY_ERRORS: Readonly<Record<string, string>> = {
  ...CLIENT_ERRORS,
  ...(Object.fromEntries(Object.entries(ERRORS).map(([code, [, text]]) => [code, text])) as Record<
    ErrorCode,
    string
  >),
};

/** The limits of this version, for errors that the client detects itself. A server sends its own. */
export const limitsOf = (code: string): ErrorParams | undefined => LIMIT_PARAMS[code as ErrorCode];
