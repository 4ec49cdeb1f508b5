/**
 * HTTP status, English message, and for errors that pass, the seconds after which a client should try again.
 * `{name}` in a message stands for a parameter; `{name, number}` for one with thousands separators.
 */
type ErrorDefinition = readonly [status: number, message: string, retryAfter?: number];

/**
 * Every error that the server answers with. This file does not import zod, because screens that load later import it
 * (docs/decisions/bundle.md).
 */
export const ERRORS = {
  // Any request
  request_invalid: [400, 'The request is not valid'],
  unknown_field: [400, 'Unknown field: {field}'],
  body_unexpected: [400, 'Nothing is expected here'],
  changes_required: [400, 'The fields to change are expected'],
  id_not_text: [400, 'An id must be a text'],
  id_required: [400, 'An id is missing'],
  id_too_long: [400, 'That id is too long'],
  time_invalid: [400, 'The time must be an ISO 8601 UTC time'],
  latitude_invalid: [400, 'Latitude must be a number from -90 to 90'],
  longitude_invalid: [400, 'Longitude must be a number from -180 to 180'],
  file_expected: [400, 'A file is expected here'],
  event_unknown: [400, 'This event is not known'],
  not_signed_in: [401, 'Please sign in'],
  unauthorized: [401, 'unauthorized'],
  origin_not_allowed: [403, 'This origin is not allowed'],
  not_found: [404, 'There is nothing here'],
  request_timeout: [408, 'That took too long'],
  conflict: [409, 'Someone else was faster, please try again'],
  body_too_large: [413, 'That is too large'],
  address_too_long: [414, 'That address is too long'],
  only_json: [415, 'Only JSON is understood here'],
  too_many_requests: [429, 'That was too often, please wait a moment'],
  internal_error: [500, 'Something went wrong on our side'],
  handshake_failed: [500, 'The server cannot let you in right now'],
  server_busy: [503, 'The server is busy, please try again in a moment', 2],
  server_restarting: [503, 'The server is restarting, please try again in a moment', 2],
  store_unavailable: [503, 'The server cannot save or read right now, please try again in a moment', 5],
  storage_low: [503, 'The server has too little space left for this, please try again later', 300],
  store_not_writable: [503, 'The server cannot save anything right now', 5],

  // Session and account
  name_required: [400, 'Name is required'],
  name_too_long: [400, 'Name can be at most {max} characters'],
  email_required: [400, 'Email address is required'],
  email_too_long: [400, 'Email address is too long'],
  email_invalid: [400, 'Email address is not valid'],
  phone_not_text: [400, 'Phone Number must be a text'],
  phone_too_long: [400, 'Phone Number can be at most {max} characters'],
  shares_phone_not_boolean: [400, 'Whether the phone number is shared is either on (true) or off (false)'],
  password_required: [400, 'Password is required'],
  password_too_short: [400, 'Password must be at least {min} characters'],
  password_too_long: [400, 'Password can be at most {max} characters'],
  password_common: [400, 'This password is one of the most common ones, please choose another'],
  login_fields_required: [400, 'Email address and password are required'],
  register_fields_required: [400, 'Name, email address and password are required'],
  new_password_required: [400, 'New password is required'],
  new_password_too_short: [400, 'New password must be at least {min} characters'],
  new_password_too_long: [400, 'New password can be at most {max} characters'],
  both_passwords_required: [400, 'The current and the new password are required'],
  current_password_required: [400, 'The current password is required'],
  email_needs_password: [400, 'Changing the email address needs your current password'],
  wrong_password: [400, 'The password is not right'],
  wrong_current_password: [400, 'The current password is not right'],
  wrong_credentials: [401, 'Invalid email or password'],
  not_own_account: [403, 'Only the person themselves may do this'],
  registration_closed: [403, 'This server takes no new accounts'],
  user_not_found: [404, 'This person was not found'],
  secondFactorRequired: [401, 'Please confirm with your second factor'],
  second_factor_wrong: [401, 'That code or passkey is not right'],
  challenge_expired: [401, 'That took too long, please begin again'],
  second_factor_needed: [403, 'Please confirm this with your second factor'],
  second_factor_fields_required: [400, 'A challenge and a code or a passkey are expected'],
  code_required: [400, 'A code is required'],
  code_wrong: [400, 'The code is not right'],
  passkey_invalid: [400, 'The passkey could not be read, please try again'],
  passkeys_unavailable: [409, 'Passkeys need the public address of this server'],
  codes_limited: [429, 'Too many wrong codes. Use a recovery code or a passkey, or try again later'],
  factor_setup_expired: [404, 'This was begun too long ago, please begin again'],
  factor_not_found: [404, 'This second factor was not found'],
  factor_limit: [409, 'An account can have at most {max} second factors'],
  session_not_found: [404, 'This device is not signed in'],
  link_invalid: [400, 'This link is not valid any more'],
  email_change_not_found: [404, 'No new email address waits for its confirmation'],
  email_unavailable: [503, 'Email is not set up on this server'],
  email_taken: [409, 'An account with this email already exists'],
  password_changed_elsewhere: [409, 'The password was changed elsewhere meanwhile'],
  picture_not_text: [400, 'A profile picture must be a text'],
  picture_type_unknown: [400, 'A profile picture must be a PNG, JPEG or WebP picture'],
  picture_dimensions: [400, 'A profile picture can be at most {max} pixels wide and high'],
  picture_not_found: [404, 'This picture was not found'],
  picture_too_large: [413, 'A profile picture can be at most 100 kB'],

  // Families
  family_name_required: [400, 'Family Name is required'],
  family_name_too_long: [400, 'Family Name can be at most {max} characters'],
  invite_code_required: [400, 'Invitation Code is required'],
  invite_code_too_long: [400, 'Invitation Code is too long'],
  is_admin_not_boolean: [400, 'A member either is an admin (true) or is not (false)'],
  family_setting_not_boolean: [400, 'A setting of the family is either on (true) or off (false)'],
  member_change_required: [400, 'What to change is expected'],
  not_family_admin: [403, 'Only an admin of the family may do this'],
  family_not_found: [404, 'This family was not found'],
  not_in_family: [404, 'You are not in this family'],
  member_not_found: [404, 'This person is not in the family'],
  invite_code_unknown: [404, 'No family has this invitation code'],
  invitation_not_found: [404, 'This invitation was not found'],
  block_target_required: [400, 'Either a family or a person to block is expected'],
  block_not_found: [404, 'This block was not found'],
  invitation_limit: [409, '{max} of your invitations wait for this person already'],
  invitation_refused: [
    409,
    'This person takes no more invitations from you or this family; they can join with the invitation code',
  ],
  account_not_found: [404, 'No account has this email'],
  already_member: [409, 'This person is in the family already'],
  family_limit: [409, 'A person can be in at most {max} families'],
  member_limit: [409, 'A family can have at most {max} members'],
  last_admin: [409, 'A family needs an admin; make someone else one first'],

  // Locations
  accuracy_invalid: [400, 'Accuracy must be a number of metres from 0 up'],
  position_not_real: [400, 'That is not a real position'],
  location_fields_required: [400, 'A location needs latitude and longitude'],
  queued_location_fields_required: [400, 'A location needs latitude, longitude and timestamp'],
  locations_count: [400, 'Between 1 and {max} locations can be sent at once'],
  date_required: [400, 'A date as YYYY-MM-DD is required'],
  date_invalid: [400, 'The date must be a real day as YYYY-MM-DD'],
  import_not_found: [404, 'This import was not found'],
  import_limit: [409, 'Undo an earlier import first'],
  import_too_large: [413, 'This file is larger than 200 MB'],
  export_format_invalid: [400, 'The format must be gpx, geojson or csv'],
  date_range_invalid: [400, 'The range must have 1 to {max} days'],
  correction_invalid: [
    400,
    'A correction needs a start, an end and a kind, and only a name has a name or a place',
  ],
  correction_not_found: [404, 'This correction was not found'],
  correction_limit: [409, 'A person can have at most {max} corrections'],
  time_zone_unknown: [400, 'The time zone is not known'],
  import_format_unknown: [400, 'This file holds no positions that Kinmap can read'],
  import_unreadable: [400, 'This file is damaged or not complete. Please export it again.'],
  import_zip: [400, 'Unpack the file first'],

  // Phones
  phone_fields_required: [400, 'A phone needs a name and one of the apps'],
  phone_name_invalid: [400, 'The name of a phone has 1 to {max} characters'],
  phone_change_invalid: [
    400,
    'A name, or which settings of the phone are on (true) or off (false), is expected',
  ],
  sharing_invalid: [400, 'Whether sharing is paused, and a later time until when, are expected'],
  current_password_needed: [403, 'Please enter your password as well'],
  phone_key_unknown: [401, 'This phone is not connected to Kinmap, please set it up again'],
  phone_needs_https: [403, 'Phones can send positions over https only'],
  phone_not_found: [404, 'This phone was not found'],
  phone_ticket_invalid: [404, 'This set-up link is not valid any more, please make a new one'],
  phone_method_unknown: [405, 'This app sends its positions in another way'],
  phone_limit: [409, 'There can be at most {max} phones'],

  // Geofences
  geofence_name_required: [400, 'Location Name is required'],
  geofence_name_too_long: [400, 'Location Name can be at most {max} characters'],
  geofence_radius_invalid: [400, 'Radius must be a whole number of metres from {min} to {max}'],
  geofence_notify_not_boolean: [400, 'A notification is either on (true) or off (false)'],
  geofence_schedule_invalid: [400, 'Choose at least one day, and when it begins and ends'],
  geofence_kind_invalid: [400, 'This kind of place is not known'],
  geofence_polygon_invalid: [400, 'A polygon needs 3 to 100 corners'],
  geofence_polygon_crossing: [400, 'The edges of a polygon must not touch or cross each other'],
  geofence_polygon_too_large: [400, 'A polygon can be at most 2 km across'],
  geofence_fields_required: [400, 'A geofence needs a name, latitude, longitude and radius'],
  geofence_not_found: [404, 'This geofence was not found'],
  geofence_limit: [409, 'A family can have at most {max} geofences'],

  // Alerts
  alerts_required: [400, 'Which alerts is expected: their ids, or the last of them'],
  sos_message_not_text: [400, 'Message must be a text'],
  sos_message_too_long: [400, 'Message can be at most {max} characters'],
  sos_fields_required: [400, 'An SOS needs latitude and longitude'],
  sos_without_family: [409, 'You are in no family yet, so no one was alerted. Call for help by phone.'],
  sos_without_others: [
    409,
    'No one else is in your family yet, so no one was alerted. Call for help by phone.',
  ],
  sos_move_fields_required: [400, 'A move needs the id of the SOS, latitude and longitude'],
  sos_answer_invalid: [400, 'An answer is seen, coming, safe or call'],
  sos_ending_invalid: [400, 'An SOS ends as safe or as falseAlarm'],
  sos_not_caller: [403, 'Only the caller can end an SOS'],
  sos_own: [403, 'Only the people who were alerted can answer an SOS'],
  sos_not_found: [404, 'There is no such SOS'],
  sos_over: [409, 'The SOS is over'],
  preference_not_boolean: [400, 'Whether to notify is either true or false'],
  preference_fields_required: [400, 'notifyArrival and notifyDeparture are expected'],
  once_alert_fields_required: [400, 'A place, and arrival or departure are expected'],
  preference_about_oneself: [400, 'You can only be notified of the arrivals and departures of others'],

  // Check-ins
  checkin_fields_required: [400, 'A check-in needs a place, a time, and people who watch it'],
  checkin_place_required: [400, 'Where you are going is required'],
  checkin_place_too_long: [400, 'The name of a place can be at most {max} characters'],
  checkin_grace_invalid: [400, 'The extra time must be 5, 10, 15 or 30 minutes'],
  checkin_people_required: [400, 'Choose at least one person'],
  checkin_share_not_boolean: [400, 'Whether the last position is shown is either true or false'],
  checkin_due_invalid: [400, 'The time must be within the next 24 hours'],
  checkin_extension_invalid: [400, 'A whole number of minutes is expected'],
  checkin_too_long: [400, 'A check-in can last at most 24 hours in all'],
  checkin_end_invalid: [400, 'Either arrived or cancelled is expected'],
  checkin_answer_invalid: [400, 'Whether the request is accepted is either true or false'],
  checkin_request_fields_required: [400, 'The person to ask is expected'],
  checkin_request_text_invalid: [400, 'The text of a request can be at most {max} characters'],
  checkin_request_to_oneself: [400, 'Only others can be asked'],
  checkin_not_own: [403, 'Only the person on the way may change this'],
  checkin_not_found: [404, 'There is no such check-in'],
  checkin_request_not_found: [404, 'There is no such request'],
  checkin_over: [409, 'The check-in is over'],
  checkin_running: [409, 'You have started a check-in already'],
  checkin_request_over: [409, 'The request was answered or has expired'],

  // Notifications
  push_fields_required: [400, 'A push subscription needs an endpoint, keys and a name'],
  push_service_unknown: [400, 'This push service is not known'],
  push_key_changed: [409, 'The key of the server has changed, please switch the alerts on again'],
  push_device_not_found: [404, 'This device does not get alerts'],
  push_not_accepted: [502, 'The push service did not take it, please try again'],
  push_unavailable: [503, 'Push is not set up on this server'],
  notify_settings_invalid: [400, 'Quiet hours, a time zone, and two switches are expected'],
  channel_fields_required: [400, 'A kind, an address, a scope and your password are expected'],
  channel_address_invalid: [400, 'This address cannot be used'],
  channel_secret_invalid: [400, 'A webhook needs a secret of 8 to 200 visible characters without spaces'],
  channel_code_wrong: [400, 'That code is not right'],
  channel_not_found: [404, 'This way to reach you was not found'],
  channel_limit: [409, 'There can be at most {max} other ways to reach you'],
  channel_exists: [409, 'This address is in your list already'],
  channel_code_expired: [409, 'This code is no longer valid. Remove the address and add it again'],
  channel_not_confirmed: [409, 'Enter the code that was sent to this address first'],
  channel_not_reached: [502, 'Nothing could be sent to this address. Please check it and try again'],

  // Chat
  message_content_required: [400, 'A message needs a text'],
  message_fields_required: [400, 'A message needs a text and a family'],
  message_empty: [400, 'Write a message first'],
  message_character_invalid: [400, 'The message has a character that cannot be sent'],
  message_too_long: [400, 'A message can be at most {max, number} characters'],
  typing_family_required: [400, 'A family is missing'],
  read_message_required: [400, 'The message read last is missing'],
  page_limit_invalid: [400, 'The limit must be a whole number from 1 to {max}'],
  page_direction_invalid: [400, 'Either before or after, not both'],
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** What an error's message can name. */
export interface ErrorParams {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Name of the field that a schema does not know. */
  readonly field?: string | undefined;
}

/** An error as it travels: never a sentence without its code. */
export interface CodedError {
  readonly code: ErrorCode;
  readonly params?: ErrorParams | undefined;
}

/** The English message of an error. */
export function errorMessage({ code, params = {} }: CodedError): string {
  const [, message] = ERRORS[code];
  return message.replace(/\{(\w+)(, number)?\}/gu, (_match, name: string, grouped?: string) => {
    const value = params[name as keyof ErrorParams] ?? '';
    return grouped === undefined ? String(value) : value.toLocaleString('en');
  });
}
