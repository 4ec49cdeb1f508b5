/**
 * The constants of the specification (section 9) and of the contract. Distances in metres, times in milliseconds unless the
 * name says otherwise.
 */

export const TOKEN_STORAGE_KEY = 'token';
/** Local storage key of the random id by which this browser names itself to the server. */
export const DEVICE_STORAGE_KEY = 'deviceId';

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const PHONE_MAX_LENGTH = 40;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const PASSWORD_STRONG_SCORE = 4;
export const PASSWORD_MODERATE_SCORE = 3;

/** Most families that one user can be in. */
export const FAMILIES_PER_USER = 20;
/** Most members of a family: what one of them does goes to all the others. */
export const MEMBERS_PER_FAMILY = 100;

/**
 * Entries of a family's activity that are kept. Those that one user can make often count apart for each kind, so that they
 * do not hide others: places, codes, settings and who is an admin.
 */
export const ACTIVITY_KEPT = { place: 100, code: 100, setting: 100, admin: 100, other: 200 } as const;
/** Moves of one place by one member within this time are one entry of the activity. */
export const MOVES_MERGED_MS = 60 * 60 * 1_000;

/** Most invitations from one user to another that may wait for an answer. */
export const INVITATIONS_PER_PAIR = 3;
/** After this many declines, a family or a user cannot invite the decliner again. */
export const DECLINES_BEFORE_BLOCK = 2;

/** Length of an invitation code: 10 characters of Crockford base 32 are 50 random bits. */
export const INVITE_CODE_LENGTH = 10;

/** A member with a newer fix than this has a green presence dot. */
export const PRESENCE_FRESH_MS = 10 * 60_000;
/** A member moves from this speed on, in metres per second. */
export const MOVING_FROM_M_PER_S = 2;

/** Options of the browser's position watch while sharing. */
export const TRACKING_OPTIONS = { enableHighAccuracy: true, maximumAge: 10_000, timeout: 5_000 } as const;

/** Socket.IO client options that the specification fixes. */
export const REALTIME_PATH = '/socket.io';
export const REALTIME_OPTIONS = {
  path: REALTIME_PATH,
  transports: ['websocket', 'polling'] as string[],
  // Without it the client never falls back to polling when the websocket is refused.
  tryAllTransports: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

/** Largest HTTP body and socket message in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Largest body of routes that take pictures or many positions. */
export const LARGE_BODY_LIMIT_BYTES = 256 * 1024;

/** Largest stored profile picture. */
export const PICTURE_MAX_BYTES = 100_000;
/** Width and height of a profile picture that the client creates. */
export const PICTURE_SIZE_PX = 256;
/** Larger pictures are refused: a small file can decode to more memory than a phone has. */
export const PICTURE_MAX_PX = 1_024;

export const MAP_ZOOM = 14;
export const MAP_FALLBACK_CENTER = { latitude: 37.77, longitude: -122.42 } as const;
export const MAP_FLY_MS = 1_000;

/** Earth's mean radius for haversine distances, from the specification. */
export const EARTH_RADIUS_M = 6_371_000;

/** A fix further in the future gets the server's time. */
export const FUTURE_TOLERANCE_MS = 120_000;
/** More fixes of a user in one second are refused. */
export const LOCATION_UPDATES_PER_SECOND = 5;
/** Half the earth's circumference, the largest possible horizontal error. */
export const ACCURACY_MAX_M = 20_037_508;
/** Stored decimals of a coordinate: 0.11 m at the equator. */
export const COORDINATE_DECIMALS = 6;

/** How long 'Invite code copied to clipboard!' stays. */
export const COPY_CONFIRMATION_MS = 3_000;

export const GEOFENCE_RADIUS_DEFAULT_M = 100;
export const GEOFENCE_RADIUS_MIN_M = 50;
export const GEOFENCE_CORNERS_MIN = 3;
export const GEOFENCE_CORNERS_MAX = 100;
export const GEOFENCE_RADIUS_MAX_M = 1_000;
export const GEOFENCE_RADIUS_STEP_M = 10;
export const GEOFENCES_PER_FAMILY = 100;
/** In the order in which a form offers them. */
export const PLACE_KINDS = ['home', 'school', 'work', 'sport', 'grandparents', 'other'] as const;

/** Longest chat message in code points. */
export const MESSAGE_MAX_LENGTH = 4_000;
/** Default and maximum number of messages in a page. */
export const MESSAGES_PAGE = 100;
export const PAGE_MAX = 500;
/** More messages of a user in one minute have to wait. */
export const MESSAGES_PER_MINUTE = 120;
/** How long 'is typing...' stays without a new `typing:start`. */
export const TYPING_EXPIRY_MS = 3_000;
/** The client sends `typing:stop` after this long without input. */
export const TYPING_STOP_MS = 1_000;

export const SOS_MESSAGE_MAX_LENGTH = 1_000;
/** Options of the position fix for an SOS. */
export const SOS_POSITION_OPTIONS = { enableHighAccuracy: true, timeout: 5_000, maximumAge: 0 } as const;
/** From this age on, in milliseconds, a position is not where the caller of an SOS is. */
export const SOS_POSITION_STALE_MS = 2 * 60_000;
/** Zoom of the map at the position of an SOS. */
export const SOS_ZOOM = 16;
/** An SOS that its caller does not end is over after this long, counted from its last trigger. */
export const SOS_OPEN_MS = 24 * 60 * 60_000;
/** The same for a client that knows only the specification, and so cannot end one. */
export const SOS_OPEN_WITHOUT_DEVICE_MS = 2 * 60 * 60_000;
/** Minutes after its trigger in which an SOS is repeated to people who have not answered: at first often, then every 15. */
export const SOS_REPEAT_MINUTES = [1, 3, 5, 10, 25, 40, 55, 70, 85, 100, 115] as const;
/** Positions of a caller that go to the people called in one second, at most. */
export const SOS_MOVES_PER_SECOND = 2;
/** Of a caller's positions one in this time is stored. */
export const SOS_TRACK_INTERVAL_MS = 5_000;
/** Most positions of one SOS in an answer; of more, evenly spread ones. */
export const SOS_TRACK_LENGTH = 2_000;
/** Most calls in one answer. */
export const SOS_LISTED = 50;
/** How long the server keeps an alert for a member who is offline. */
export const ALERT_KEPT_MS = 24 * 60 * 60_000;
/** How long the server keeps an alert in the inbox of its recipient. */
export const INBOX_KEPT_MS = 30 * 24 * 60 * 60_000;
/** How long the server keeps when members entered and left geofences. */
export const GEOFENCE_EVENTS_KEPT_MS = INBOX_KEPT_MS;
/** Default number of entries in a page of what happened at a geofence. */
export const PLACE_LOG_PAGE = 50;
/** An alert that is reported later than this after it happened is not notified. */
export const ALERT_LATE_AFTER_MS = 15 * 60_000;
/** Maximum number of alerts that a device stores, and of arrivals and departures that the server keeps for a user. */
export const ALERTS_KEPT = 500;
/** Maximum number of alerts in one answer. */
export const ALERTS_PAGE = 100;
/** Devices of a user for which the server stores what they have received. */
export const DEVICES_PER_ALERT = 20;
/** Maximum length of the random id by which a browser names itself to the server. */
export const DEVICE_ID_MAX_LENGTH = 64;
/** Browsers of a user that get pushes; a further one replaces the one not seen for the longest time. */
export const PUSH_DEVICES_PER_USER = 10;
export const PUSH_ENDPOINT_MAX_LENGTH = 2_000;
export const DEVICE_NAME_MAX_LENGTH = 60;

/**
 * What positions of phones may add for a user: one a second, and those of a week at once, so that a queue of days is
 * stored as a whole.
 */
export const PHONE_FIXES = { everyMs: 1_000, savedMs: 7 * 24 * 60 * 60_000 } as const;
/** Phones of a user that send positions by an app. */
export const PHONES_PER_USER = 10;

/** Ways besides push in which alerts reach a user. */
export const CHANNELS_PER_USER = 5;
export const CHANNEL_ADDRESS_MAX_LENGTH = 500;
export const CHANNEL_SECRET_MAX_LENGTH = 200;
/** How long after the agreed time a check-in counts as missed. */
export const CHECK_IN_GRACE_MINUTES: readonly number[] = [5, 10, 15, 30];
/** Longest time of a check-in, with all that it was extended by. */
export const CHECK_IN_MAX_MINUTES = 24 * 60;
export const CHECK_IN_REQUEST_MAX_LENGTH = 200;
/** A request for a check-in that is not answered by then expires. */
export const CHECK_IN_REQUEST_EXPIRES_MS = 12 * 60 * 60_000;

/** Consecutive points within this haversine distance form one stop. */
export const STOP_RADIUS_M = 100;
/** A stop of this length reads 'Stayed at location', a shorter one 'Passed through'. */
export const STAY_FROM_MS = 10 * 60_000;
/** A day's track uses only fixes with at least this accuracy. */
export const TRACK_ACCURACY_M = 100;
/** A longer time between two fixes is drawn as a gap. */
export const TRACK_GAP_MS = 30 * 60_000;
/** Days whose totals are listed in one answer. */
export const DAYS_PER_LIST = 31;
/** Points of the line of a day among several. */
export const RANGE_LINE_POINTS = 400;
/** Longest time that one correction of the timeline is about. */
export const CORRECTION_MAX_MS = 3 * 24 * 60 * 60_000;
export const CORRECTIONS_PER_USER = 5_000;
/** Totals of a day are kept once it ended this long ago; later fixes of the day are late ones. */
export const LATE_FIX_MS = 60 * 60_000;
/** Padding of the map around a day's line in CSS pixels. */
export const HISTORY_FIT_PADDING = 50;

/** Maximum number of fixes in one POST /api/locations. */
export const LOCATIONS_PER_POST = 1_000;

/** Largest file of positions. */
export const IMPORT_MAX_BYTES = 200 * 1024 * 1024;
export const IMPORT_NAME_MAX_LENGTH = 200;
/** Files of positions that a user may have, and all positions of them together. */
export const IMPORTS_PER_USER = 20;
export const IMPORTED_FIXES_PER_USER = 5_000_000;
/** An import that its user has not decided on by then is deleted. */
export const IMPORT_UNDECIDED_MS = 24 * 60 * 60_000;

/** Authenticator apps and passkeys of a user. */
export const FACTORS_PER_USER = 10;
