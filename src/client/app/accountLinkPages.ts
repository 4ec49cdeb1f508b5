import { ConfirmEmailPage, UndoEmailPage } from '#client/pages/accountLinks/EmailLinkPages.tsx';
import { ForgotPasswordPage } from '#client/pages/accountLinks/ForgotPasswordPage.tsx';
import { ResetPasswordPage } from '#client/pages/accountLinks/ResetPasswordPage.tsx';

/** The pages of emailed links by their paths, in one bundle that loads when one of them is opened. */
export const accountLinkPages = {
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'confirm-email': ConfirmEmailPage,
  'undo-email': UndoEmailPage,
};
