import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectUser } from '#client/features/session/selectors';
import { selectFamilies, selectIsLeaving, selectLeavingFamily } from '../selectors';
import { type Family, leaveFamilyAsked, leaveFamilyCancelled, leaveFamilyConfirmed } from '../slice';

/**
 * Who becomes admin when the only admin leaves: of the others the one who joined first, as members are listed. Undefined
 * where the admins stay, or no one does.
 */
function nextAdmin(
  { members }: Family,
  leavingId: string | undefined,
): Family['members'][number] | undefined {
  const admins = members.filter(({ isAdmin }) => isAdmin);
  const isOnlyAdmin = admins.length === 1 && admins[0]?.id === leavingId;
  return isOnlyAdmin ? members.find(({ id }) => id !== leavingId) : undefined;
}

/** Leaves a family, after a question. */
export function LeaveFamily({ family }: { family: Family }) {
  const dispatch = useAppDispatch();
  const leaving = useAppSelector(selectLeavingFamily);
  const busy = useAppSelector(selectIsLeaving);
  const hasOthers = useAppSelector(selectFamilies).length > 1;
  const me = useAppSelector(selectUser);
  const successor = leaving && nextAdmin(leaving, me?.id);
  const cancel = () => dispatch(leaveFamilyCancelled());
  return (
    <>
      <Button variant="quiet" wide onClick={() => dispatch(leaveFamilyAsked({ familyId: family.id }))}>
        {t('Leave family')}
      </Button>
      <Dialog
        open={leaving !== null}
        role="alertdialog"
        title={t('Leave {family}?', { family: leaving?.name })}
        onClose={cancel}
        actions={
          <>
            <Button onClick={cancel} disabled={busy}>
              {t('Cancel')}
            </Button>
            <Button
              variant="danger"
              busy={busy}
              onClick={() => leaving && dispatch(leaveFamilyConfirmed({ familyId: leaving.id }))}
            >
              {t(busy ? 'Leaving...' : 'Leave family')}
            </Button>
          </>
        }
      >
        <p>
          {leaving?.members.length === 1
            ? t('You are its only member, so its places and messages are deleted. This cannot be undone.')
            : t(
                hasOthers
                  ? 'You and its members will no longer see each other, but for those who are in another family with you. You can come back with an invitation code.'
                  : 'You and its members will no longer see each other. You can come back with an invitation code.',
              )}
        </p>
        {successor ? (
          <p>
            {t('You are its only admin. {name}, who joined first, becomes admin.', { name: successor.name })}
          </p>
        ) : null}
      </Dialog>
    </>
  );
}
