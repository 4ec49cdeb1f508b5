import type { UncheckedRoutes } from '#contract/routes';

/** Method and path, and `none` where a call needs no session. */
type Called<R extends { method: string; path: string; auth: string }> = R['auth'] extends 'none'
  ? readonly [R['method'], R['path'], 'none']
  : readonly [R['method'], R['path']];

/** Routes that only Kinmap's server has. Their answers are taken as they come. */
export const uncheckedRoutes = {
  listAlerts: ['GET', '/api/alerts'],
  readAlerts: ['POST', '/api/alerts/read'],
  clearAlerts: ['POST', '/api/alerts/clear'],
  listCheckIns: ['GET', '/api/checkins'],
  startCheckIn: ['POST', '/api/checkins'],
  extendCheckIn: ['POST', '/api/checkins/:id/extend'],
  endCheckIn: ['POST', '/api/checkins/:id/end'],
  seeCheckIn: ['POST', '/api/checkins/:id/seen'],
  listCheckInRequests: ['GET', '/api/checkin-requests'],
  requestCheckIn: ['POST', '/api/checkin-requests'],
  answerCheckInRequest: ['POST', '/api/checkin-requests/:id/answer'],
  listOnceAlerts: ['GET', '/api/users/:id/once'],
  addOnceAlert: ['PUT', '/api/users/:id/once'],
  removeOnceAlert: ['DELETE', '/api/users/:id/once'],
  forgotPassword: ['POST', '/api/auth/forgot-password', 'none'],
  resetPassword: ['POST', '/api/auth/reset-password', 'none'],
  confirmEmail: ['POST', '/api/auth/confirm-email', 'none'],
  undoEmail: ['POST', '/api/auth/undo-email', 'none'],
  resendConfirmation: ['POST', '/api/users/:id/pending-email'],
  cancelEmailChange: ['DELETE', '/api/users/:id/pending-email'],
  getPush: ['GET', '/api/push'],
  setPushDevice: ['PUT', '/api/push/device'],
  deletePushDevice: ['DELETE', '/api/push/devices/:id'],
  testPushDevice: ['POST', '/api/push/devices/:id/test'],
  confirmPush: ['POST', '/api/push/receipts', 'none'],
  getNotifySettings: ['GET', '/api/notify/settings'],
  setNotifySettings: ['PUT', '/api/notify/settings'],
  listDeliveries: ['GET', '/api/notify/log'],
  listPlacePreferences: ['GET', '/api/preferences/places'],
  setPlacePreference: ['PUT', '/api/preferences/:userId/places/:geofenceId'],
  deletePlacePreference: ['DELETE', '/api/preferences/:userId/places/:geofenceId'],
  listChannels: ['GET', '/api/notify/channels'],
  addChannel: ['POST', '/api/notify/channels'],
  confirmChannel: ['POST', '/api/notify/channels/:id/confirm'],
  testChannel: ['POST', '/api/notify/channels/:id/test'],
  deleteChannel: ['DELETE', '/api/notify/channels/:id'],
  listSos: ['GET', '/api/sos'],
  getSos: ['GET', '/api/sos/:id'],
  answerSos: ['POST', '/api/sos/:id/answers'],
  answerSosByReceipt: ['POST', '/api/sos/answers', 'none'],
  closeSos: ['POST', '/api/sos/:id/close'],
  dayTimeline: ['GET', '/api/locations/timeline/:userId'],
  listDays: ['GET', '/api/locations/days/:userId'],
} as const satisfies { [N in keyof UncheckedRoutes]: Called<UncheckedRoutes[N]> };
