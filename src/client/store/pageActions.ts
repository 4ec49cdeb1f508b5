import { createAction, isAnyOf } from '@reduxjs/toolkit';

/** `/login` or `/register`. */
export const authFormOpened = createAction('pages/authFormOpened');
/** `/forgot-password`, a page to which an email leads, or `connect`, to which the QR code for a phone leads. */
export const accountLinkOpened = createAction<string | undefined>('pages/accountLinkOpened');
/** `/family-setup`. */
export const familySetupOpened = createAction('pages/familySetupOpened');
/** `/`. */
export const mapOpened = createAction('pages/mapOpened');
/** `/alerts-settings`. */
export const alertsSettingsOpened = createAction('pages/alertsSettingsOpened');
/** `/chat`. */
export const chatOpened = createAction('pages/chatOpened');
/** `/account`. */
export const accountOpened = createAction('pages/accountOpened');
/** `/family`. */
export const familyOpened = createAction('pages/familyOpened');
/** `/profile/{userId}`. */
export const profileOpened = createAction<{ userId: string }>('pages/profileOpened');
/** `/history/{userId}`. */
export const historyOpened = createAction<{ userId: string }>('pages/historyOpened');

/** `/notifications`. */
export const notificationsOpened = createAction('pages/notificationsOpened');
/** `/sos/{id}`, or `/sos`, the list of all. */
export const sosPageOpened = createAction<{ id?: string }>('pages/sosPageOpened');

/** `/help`. */
export const helpOpened = createAction('pages/helpOpened');

/** `/imports`. */
export const importsOpened = createAction('pages/importsOpened');

/** `/phones`. */
export const phonesOpened = createAction('pages/phonesOpened');

/** True for the action of any page that opens, which ends the work for the page before it. */
export const isPageOpened = isAnyOf(
  authFormOpened,
  accountLinkOpened,
  familySetupOpened,
  mapOpened,
  alertsSettingsOpened,
  chatOpened,
  accountOpened,
  familyOpened,
  profileOpened,
  historyOpened,
  notificationsOpened,
  helpOpened,
  importsOpened,
  phonesOpened,
  sosPageOpened,
);
