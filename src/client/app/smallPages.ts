import { ConfirmEmailPage, UndoEmailPage } from '#client/pages/accountLinks/EmailLinkPages.tsx';
import { ForgotPasswordPage } from '#client/pages/accountLinks/ForgotPasswordPage.tsx';
import { ResetPasswordPage } from '#client/pages/accountLinks/ResetPasswordPage.tsx';
import { FamilyPage } from '#client/pages/family/FamilyPage.tsx';
import { HelpPage } from '#client/pages/help/HelpPage.tsx';
import { ImportsPage } from '#client/pages/imports/ImportsPage.tsx';
import { ConnectPage } from '#client/pages/phones/ConnectPage.tsx';
import { PhonesPage } from '#client/pages/phones/PhonesPage.tsx';

/**
 * Small pages that few people open, by their paths: one bundle, because the service worker lists every bundle. The first
 * five are those of links.
 */
export const smallPages = {
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'confirm-email': ConfirmEmailPage,
  'undo-email': UndoEmailPage,
  connect: ConnectPage,
  family: FamilyPage,
  help: HelpPage,
  imports: ImportsPage,
  phones: PhonesPage,
};
