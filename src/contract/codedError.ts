import type { CodedError, ErrorCode, ErrorParams } from './errors';
import {
  CHANNELS_PER_USER,
  DAYS_PER_LIST,
  CHECK_IN_REQUEST_MAX_LENGTH,
  CORRECTIONS_PER_USER,
  DEVICE_NAME_MAX_LENGTH,
  FACTORS_PER_USER,
  FAMILIES_PER_USER,
  GEOFENCES_PER_FAMILY,
  GEOFENCE_RADIUS_MAX_M,
  GEOFENCE_RADIUS_MIN_M,
  INVITATIONS_PER_PAIR,
  LOCATIONS_PER_POST,
  MEMBERS_PER_FAMILY,
  PAGE_MAX,
  MESSAGE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_MAX_LENGTH,
  PHONES_PER_USER,
  PICTURE_MAX_PX,
  SOS_MESSAGE_MAX_LENGTH,
} from './limits';

/** Parameters of the errors that name a limit. */
export const LIMIT_PARAMS: Partial<Record<ErrorCode, ErrorParams>> = {
  name_too_long: { max: NAME_MAX_LENGTH },
  phone_too_long: { max: PHONE_MAX_LENGTH },
  password_too_short: { min: PASSWORD_MIN_LENGTH },
  password_too_long: { max: PASSWORD_MAX_LENGTH },
  new_password_too_short: { min: PASSWORD_MIN_LENGTH },
  new_password_too_long: { max: PASSWORD_MAX_LENGTH },
  picture_dimensions: { max: PICTURE_MAX_PX },
  family_name_too_long: { max: NAME_MAX_LENGTH },
  locations_count: { max: LOCATIONS_PER_POST },
  date_range_invalid: { max: DAYS_PER_LIST },
  correction_limit: { max: CORRECTIONS_PER_USER },
  phone_name_invalid: { max: DEVICE_NAME_MAX_LENGTH },
  phone_limit: { max: PHONES_PER_USER },
  geofence_name_too_long: { max: NAME_MAX_LENGTH },
  geofence_radius_invalid: { min: GEOFENCE_RADIUS_MIN_M, max: GEOFENCE_RADIUS_MAX_M },
  family_limit: { max: FAMILIES_PER_USER },
  member_limit: { max: MEMBERS_PER_FAMILY },
  invitation_limit: { max: INVITATIONS_PER_PAIR },
  factor_limit: { max: FACTORS_PER_USER },
  channel_limit: { max: CHANNELS_PER_USER },
  geofence_limit: { max: GEOFENCES_PER_FAMILY },
  checkin_place_too_long: { max: NAME_MAX_LENGTH },
  checkin_request_text_invalid: { max: CHECK_IN_REQUEST_MAX_LENGTH },
  sos_message_too_long: { max: SOS_MESSAGE_MAX_LENGTH },
  message_too_long: { max: MESSAGE_MAX_LENGTH },
  page_limit_invalid: { max: PAGE_MAX },
};

/** An error with the parameters that its message needs. Only `unknown_field` has one that is not a limit. */
export function codedError(code: ErrorCode, params = LIMIT_PARAMS[code]): CodedError {
  return params === undefined ? { code } : { code, params };
}
