import { createAction, isAnyOf } from '@reduxjs/toolkit';

/** `/login` or `/register`. */
export const authFormOpened = createAction('pages/authFormOpened');
/** `/forgot-password`, or a page to which an email leads. */
export const accountLinkOpened = createAction('pages/accountLinkOpened');
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
/** `/profile/{userId}`. */
export const profileOpened = createAction<{ userId: string }>('pages/profileOpened');
/** `/history/{userId}`. */
export const historyOpened = createAction<{ userId: string }>('pages/historyOpened');

/** `/notifications`. */
export const notificationsOpened = createAction('pages/notificationsOpened');
/** `/sos/{id}`, or `/sos`, the list of all. */
export const sosPageOpened = createAction<{ id?: string }>('pages/sosPageOpened');

/** `/imports`. */
export const importsOpened = createAction('pages/importsOpened');

/** True for the action of any page that opens: work for the page before it ends then. */
export const isPageOpened = isAnyOf(
  authFormOpened,
  accountLinkOpened,
  familySetupOpened,
  mapOpened,
  alertsSettingsOpened,
  chatOpened,
  accountOpened,
  profileOpened,
  historyOpened,
  notificationsOpened,
  importsOpened,
  sosPageOpened,
);
