import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppSelector, useTaskForm } from '#client/store/hooks';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { selectAccountOutcome } from '../account/selectors';
import type { AccountResult, AccountTask } from '../account/reducer';
import { outcomeOutdated } from '../account/slice';

const resultText = (result: AccountResult) =>
  t(
    {
      profile_updated: 'Profile updated successfully!',
      link_sent: 'The link was sent again',
      email_change_cancelled: 'Your email address stays as it is',
      picture_changed: 'Your picture was changed',
      picture_removed: 'Your picture was removed',
      password_updated: 'Password updated successfully!',
      data_downloaded: 'Your data was downloaded',
      device_signed_out: 'The device was signed out',
      history_deleted: 'Your history was deleted',
    }[result],
  );

/** The outcome of a task, until the next one starts. */
export function AccountOutcome({ task }: { task: AccountTask }) {
  const outcome = useAppSelector(selectAccountOutcome(task));
  return (
    <OutcomeNotice
      failure={outcome.status === 'failed' ? errorMessage(outcome.error) : null}
      success={outcome.status === 'done' && outcome.result !== null ? resultText(outcome.result) : null}
    />
  );
}

/** The status of an account task, and the handler that its form calls when it is edited. */
export function useAccountTask(task: AccountTask) {
  return useTaskForm(useAppSelector(selectAccountOutcome(task)), outcomeOutdated({ task }));
}
