import { selectInvitations } from '../selectors';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { blockRequested, unblockRequested } from '../administration/slice';
import { selectBlocks } from '../administration/selectors';
import { AdministrationOutcome, useAdministrationTask } from './AdministrationOutcome';

/** The blocked families and people, and the open invitations, which can be blocked; hidden when there are none. */
export function BlockedSection() {
  const dispatch = useAppDispatch();
  const blocks = useAppSelector(selectBlocks);
  const invitations = useAppSelector(selectInvitations);
  const { busy } = useAdministrationTask('block');
  if (blocks.length + invitations.length === 0) return null;
  return (
    <Section title={t('Blocked Invitations')}>
      <p className="account-hint">
        {t(
          'People and families that you have blocked, or declined twice, cannot invite you. You can still join a family with its code.',
        )}
      </p>
      <AdministrationOutcome task="block" />
      <ul className="account-members" role="list" aria-label={t('Blocked Invitations')}>
        {invitations.map(({ id, familyId, familyName, invitedBy }) => (
          <li key={id} ref={focusNeighbourOnRemoval} className="account-member">
            <span className="account-member-text">
              {familyName}
              <span className="account-hint">
                {t('Invited by {name}, not answered yet', { name: invitedBy })}
              </span>
            </span>
            <Button disabled={busy} onClick={() => dispatch(blockRequested({ familyId }))}>
              <Trans
                message="Block<which> {name}</which>"
                values={{ name: familyName }}
                tags={{ which: <span className="visually-hidden" /> }}
              />
            </Button>
          </li>
        ))}
        {blocks.map(({ id, familyId, name }) => (
          <li key={id} ref={focusNeighbourOnRemoval} className="account-member">
            <span className="account-member-text">
              {name}
              <span className="account-hint">{t(familyId === null ? 'Person' : 'Family')}</span>
            </span>
            <Button disabled={busy} onClick={() => dispatch(unblockRequested({ id }))}>
              <Trans
                message="Unblock<which> {name}</which>"
                values={{ name }}
                tags={{ which: <span className="visually-hidden" /> }}
              />
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
