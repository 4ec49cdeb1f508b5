import { ConfirmEmailPage, UndoEmailPage } from '#client/pages/accountLinks/EmailLinkPages.tsx';
import { ForgotPasswordPage } from '#client/pages/accountLinks/ForgotPasswordPage.tsx';
import { ResetPasswordPage } from '#client/pages/accountLinks/ResetPasswordPage.tsx';

/** The pages of emailed links by their paths: one bundle, which few need. */
export const accountLinkPages = {
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'confirm-email': ConfirmEmailPage,
  'undo-email': UndoEmailPage,
};
