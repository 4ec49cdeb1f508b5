import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { type ComponentProps, memo, type ReactNode, Suspense } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Skeleton } from '#client/ui/EmptyState.tsx';
import { PeoplePanel, type PeoplePanelProps } from '#client/ui/PeoplePanel.tsx';
import {
  selectFamiliesError,
  selectFamiliesStatus,
  selectMembers,
  selectPanel,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familiesRequested, panelMoved } from '#client/features/families/slice';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import { FamilyChoice, FirstSteps, MemberCard, PanelFoot } from './later';
import { MapPart } from './MapPart';
import { SharingCard } from './SharingCard';

interface MembersPanelProps {
  /** The list of members. */
  children: ReactNode;
}

/** The Family Members panel: the members of the selected family, and what one does in it. */
export function MembersPanel({ children }: MembersPanelProps) {
  const family = useAppSelector(selectSelectedFamily);
  const status = useAppSelector(selectFamiliesStatus);
  const chosenId = useAppSelector(selectSelectedMemberId) ?? '';
  const isChosen = useAppSelector(selectMembers).some(({ id }) => id === chosenId);
  return (
    <Panel
      title={t('Family Members')}
      subtitle={family?.name}
      startsWith={chosenId}
      isTitleShown={!isChosen}
      action={<MapPart part="control" />}
      top={isChosen ? null : <SharingCard />}
    >
      <div className="panel-stack">
        {isChosen ? (
          <>
            <Suspense>
              <MemberCard key={chosenId} userId={chosenId} />
            </Suspense>
            <SharingCard />
          </>
        ) : (
          <Suspense>
            <FirstSteps />
          </Suspense>
        )}
        <PanelContent>{children}</PanelContent>
        <Foot family={family} isLoaded={status === 'ready'} />
      </div>
    </Panel>
  );
}

/** Follows the height of the sheet alone: what is in it stays as it is while it moves. */
function Panel(parts: Omit<PeoplePanelProps, 'height' | 'focusRequests' | 'onHeight'>) {
  const dispatch = useAppDispatch();
  const panel = useAppSelector(selectPanel);
  return <PeoplePanel {...parts} {...panel} onHeight={(height) => dispatch(panelMoved({ height }))} />;
}

/** Stays as it is while a member is selected. */
const Foot = memo((props: ComponentProps<typeof PanelFoot>) => (
  <Suspense>
    <PanelFoot {...props} />
  </Suspense>
));

/** Stays as it is while a member is selected. */
const PanelContent = memo(({ children }: MembersPanelProps) => {
  const dispatch = useAppDispatch();
  const status = useAppSelector(selectFamiliesStatus);
  const error = useAppSelector(selectFamiliesError);
  const family = useAppSelector(selectSelectedFamily);
  if (status === 'idle' || status === 'loading') return <PanelSkeleton />;
  return (
    <>
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
      {status === 'failed' ? (
        <Button onClick={() => dispatch(familiesRequested())}>{t('Try again')}</Button>
      ) : null}
      {family ? (
        <>
          <Suspense>
            <FamilyChoice />
          </Suspense>
          {children}
        </>
      ) : null}
    </>
  );
});

function PanelSkeleton() {
  return (
    <>
      <Skeleton height="64px" />
      <Skeleton height="64px" />
      <Skeleton height="64px" />
    </>
  );
}
