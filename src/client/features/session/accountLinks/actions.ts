import { createAction } from '@reduxjs/toolkit';

export const resetLinkRequested = createAction<{ email: string }>('session/resetLinkRequested');
export const newPasswordSubmitted = createAction<{ newPassword: string; confirmPassword: string }>(
  'session/newPasswordSubmitted',
);
/** The button behind an emailed link was pressed. */
export const emailLinkConfirmed = createAction<'confirmEmail' | 'undoEmail'>('session/emailLinkConfirmed');
