import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { selectFirstSteps } from '../firstSteps/selectors';
import type { Family } from '../slice';
import { InviteWays } from './InviteWays';

/** The ways to invite, to be unfolded; unfolded for the only member, unless the first steps show them. */
export function InviteCard({ family }: { family: Family }) {
  const { isInviting } = useAppSelector(selectFirstSteps);
  return (
    <details className="invite" open={family.members.length < 2 && !isInviting}>
      <summary>{t('Invite someone')}</summary>
      <InviteWays family={family} />
    </details>
  );
}
