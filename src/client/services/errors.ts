import type { CodedError } from '#contract/errors';

/** Codes of the client's own errors on the sign-in page and the map; their texts are in the main bundle. */
export type EagerErrorCode =
  | 'sign_in_failed'
  | 'families_not_loaded'
  | 'family_not_joined'
  | 'family_not_left'
  | 'invitation_not_declined'
  | 'sos_location_denied'
  | 'sos_location_unknown';

/** Codes of the client's own errors on the other pages; their texts are loaded with those pages. */
export type LazyErrorCode =
  // Session and account
  | 'registration_failed'
  | 'passwords_differ'
  | 'new_passwords_differ'
  | 'email_not_sent'
  | 'link_missing'
  | 'password_not_updated'
  | 'profile_not_updated'
  | 'data_not_downloaded'
  | 'not_signed_out_everywhere'
  | 'device_not_signed_out'
  | 'second_factor_failed'
  | 'authenticator_not_added'
  | 'passkey_not_added'
  | 'factor_not_removed'
  | 'recovery_codes_not_renewed'
  | 'account_not_deleted'
  // Pictures
  | 'picture_unusable'
  | 'picture_file_too_large'
  | 'picture_damaged'
  | 'picture_unsupported'
  | 'picture_not_shrinkable'
  // Families
  | 'family_not_created'
  | 'family_not_updated'
  | 'block_not_changed'
  | 'member_not_added'
  | 'member_not_removed'
  | 'create_needs_session'
  | 'join_needs_session'
  | 'profile_unknown'
  | 'profile_not_loaded'
  // Geofences
  | 'geofence_fields_empty'
  | 'geofence_family_missing'
  | 'geofence_not_created'
  | 'geofence_not_updated'
  | 'geofence_not_deleted'
  // Imports
  | 'imports_not_loaded'
  | 'correction_not_saved'
  | 'history_not_deleted'
  | 'history_not_deletable'
  | 'import_not_sent'
  | 'import_not_changed'
  | 'import_not_undone'
  | 'positions_not_downloaded'
  | 'positions_none'
  // Phones
  | 'phones_not_loaded'
  | 'phone_not_added'
  | 'phone_not_changed'
  | 'phone_not_disconnected'
  | 'phone_not_connected'
  | 'phone_link_missing'
  | 'phone_waits_for_server'
  | 'phone_test_failed'
  | 'sharing_not_changed'
  // Notifications
  | 'push_unreachable'
  | 'notifications_blocked'
  | 'push_not_switched'
  | 'push_test_not_sent'
  | 'push_device_not_removed'
  | 'notify_settings_not_saved'
  | 'channel_not_added'
  | 'channel_code_not_checked'
  | 'channel_not_removed'
  // Check-ins
  | 'checkin_not_started'
  | 'checkin_not_extended'
  | 'checkin_not_ended'
  | 'checkin_not_requested'
  | 'checkin_request_not_answered'
  | 'once_alert_not_saved'
  | 'server_unreachable';

/** Codes of the client's own. i18n has the texts. */
export type ClientErrorCode = EagerErrorCode | LazyErrorCode;

/**
 * An error as state, actions and logs hold it: a code, never a text of the client. `server` is the message of a server
 * that sends no code, or one that this client does not know.
 */
export type AppError =
  | CodedError
  | { readonly code: ClientErrorCode; readonly params?: { readonly max?: number } }
  | { readonly code: 'server'; readonly params: { readonly message: string } };

/** Why the browser gave no position. */
export type GeolocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** The server's request for a second factor. `passkey`: the options for WebAuthn, if the account has a passkey. */
export interface SecondFactorRequest {
  readonly challenge: string;
  readonly passkey?: unknown;
}

/** An HTTP request that failed. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  /**
   * @param status HTTP status; null when no answer came
   * @param reason the server's, if it sent one
   * @param secondFactor set when the server wants a second factor first
   */
  constructor(
    readonly status: number | null,
    readonly reason: AppError | null = null,
    readonly secondFactor: SecondFactorRequest | null = null,
  ) {
    super(reason?.code ?? (status === null ? 'No answer' : `Status ${status}`));
  }
}

/** A chosen file cannot be a profile picture. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  constructor(readonly reason: AppError) {
    super(reason.code);
  }
}

/** The browser gave no position. */
export class GeolocationFailed extends Error {
  constructor(readonly problem: GeolocationProblem) {
    super(problem);
    this.name = 'GeolocationFailed';
  }
}

/** The server answered an event with an error. Sending the event again would change nothing. */
export class EmitRefused extends Error {
  override readonly name = 'EmitRefused';
  constructor(readonly reason: AppError) {
    super(reason.code);
  }
}

/** The server cannot take an event just now. Nothing is stored; it may be sent again. */
export class EmitPostponed extends Error {
  override readonly name = 'EmitPostponed';
  /** @param waitMs how long to wait before the next attempt */
  constructor(
    readonly reason: AppError,
    readonly waitMs: number,
  ) {
    super(reason.code);
  }
}
