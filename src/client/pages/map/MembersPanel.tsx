import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import type { ReactNode } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState, Skeleton } from '#client/ui/EmptyState.tsx';
import { ChatIcon, UsersIcon } from '#client/ui/icons.tsx';
import { Panel } from '#client/ui/MapScreen.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { AccountCorner } from '#client/features/session/views/AccountCorner.tsx';
import {
  selectFamilies,
  selectFamiliesError,
  selectFamiliesStatus,
  selectPanelOpen,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familiesRequested, familySelected, panelClosed } from '#client/features/families/slice';
import { InviteCard } from '#client/features/families/views/InviteCard.tsx';
import { LeaveFamily } from '#client/features/families/views/LeaveFamily.tsx';
import '../../features/families/views/families.css';

interface MembersPanelProps {
  /** The list of members. */
  children: ReactNode;
}

/** The Family Members panel: the members of the selected family, its invitation, and leaving it. */
export function MembersPanel({ children }: MembersPanelProps) {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectPanelOpen);
  return (
    <Panel title={t('Family Members')} open={open} onClose={() => dispatch(panelClosed())}>
      <div className="stack">
        <PanelContent>{children}</PanelContent>
        <AccountCorner />
      </div>
    </Panel>
  );
}

function PanelContent({ children }: MembersPanelProps) {
  const dispatch = useAppDispatch();
  const status = useAppSelector(selectFamiliesStatus);
  const error = useAppSelector(selectFamiliesError);
  const family = useAppSelector(selectSelectedFamily);
  const { Link } = useNavigation();
  if (status === 'idle' || status === 'loading') return <PanelSkeleton />;
  return (
    <>
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
      {status === 'failed' ? (
        <Button onClick={() => dispatch(familiesRequested())}>{t('Try again')}</Button>
      ) : null}
      {family ? (
        <>
          <FamilyChoice />
          {children}
          <Link className={buttonClass('primary', true)} to="/chat">
            <ChatIcon />
            {t('Open Family Chat')}
          </Link>
          <InviteCard key={family.id} familyId={family.id} alone={family.members.length < 2} />
          <LeaveFamily family={family} />
        </>
      ) : status === 'ready' ? (
        <NoFamily />
      ) : null}
    </>
  );
}

function NoFamily() {
  const { Link } = useNavigation();
  return (
    <EmptyState
      icon={<UsersIcon />}
      title={t('No family yet')}
      hint={t('Create a family, or join one with its invitation code, to see each other on the map.')}
      action={
        <Link className={buttonClass('primary')} to="/family-setup">
          {t('Create or join a family')}
        </Link>
      }
    />
  );
}

/** The name of the family that is shown; a select field when there are several. */
function FamilyChoice() {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  if (families.length < 2) return selected ? <p className="panel-subtitle">{selected.name}</p> : null;
  return (
    <SelectField
      label={t('Family')}
      value={selected?.id ?? ''}
      onChange={(event) => dispatch(familySelected({ familyId: event.target.value }))}
      options={families.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function PanelSkeleton() {
  return (
    <>
      <Skeleton height="64px" />
      <Skeleton height="64px" />
      <Skeleton height="64px" />
    </>
  );
}
