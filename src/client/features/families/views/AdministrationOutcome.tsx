import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppSelector, useTaskForm } from '#client/store/hooks';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { selectAdministrationOutcome } from '../administration/selectors';
import type { AdministrationResult, AdministrationTask } from '../administration/reducer';
import { outcomeOutdated } from '../administration/slice';

const resultText = (result: AdministrationResult) =>
  t(
    {
      family_renamed: 'The family has its new name',
      code_renewed: 'There is a new code. The old one lets no one in any more',
      member_invited: 'Invited. Nothing is shared until they accept',
      family_blocked: 'Blocked. This family cannot invite you any more',
    }[result],
  );

/** What became of a task, until the next one begins. */
export function AdministrationOutcome({ task }: { task: AdministrationTask }) {
  const outcome = useAppSelector(selectAdministrationOutcome(task));
  return (
    <OutcomeNotice
      failure={outcome.status === 'failed' ? errorMessage(outcome.error) : null}
      success={outcome.status === 'done' && outcome.result !== null ? resultText(outcome.result) : null}
    />
  );
}

/** The status of a task of admins, and the handler that its form calls when it is edited. */
export function useAdministrationTask(task: AdministrationTask) {
  return useTaskForm(useAppSelector(selectAdministrationOutcome(task)), outcomeOutdated({ task }));
}
