import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { Fragment, memo, type ReactNode, useDeferredValue } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { PeoplePanel, type PeoplePanelProps } from '#client/ui/PeoplePanel.tsx';
import {
  selectFamilies,
  selectFamiliesError,
  selectFamiliesStatus,
  selectMembers,
  selectPanel,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familiesRequested, panelMoved } from '#client/features/families/slice';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import { FamilyChoice, FirstSteps, MemberCard, PanelFoot } from './lazyParts';
import { MapPart } from './MapPart';
import { SharingCard } from './SharingCard';

interface MembersPanelProps {
  /** The list of members. */
  children: ReactNode;
}

/** The panel with the members of the selected family and the actions for it. */
export function MembersPanel({ children }: MembersPanelProps) {
  const family = useAppSelector(selectSelectedFamily);
  const status = useAppSelector(selectFamiliesStatus);
  const hasChoice = useAppSelector(selectFamilies).length > 1;
  // The frame that answers a tap has the marker, the next one the card.
  const selectedId = useDeferredValue(useAppSelector(selectSelectedMemberId)) ?? '';
  const members = useAppSelector(selectMembers);
  const isMemberSelected = members.some(({ id }) => id === selectedId);
  // People come first.
  const hasOthers = members.length > 1;
  return (
    <Panel
      title={t('Family Members')}
      subtitle={
        hasChoice && !isMemberSelected ? <FamilyChoice isInTitle fallback={family?.name} /> : family?.name
      }
      listKey={family?.id}
      startsWith={selectedId}
      isTitleShown={!isMemberSelected}
      action={<MapPart part="control" />}
      top={isMemberSelected ? null : <SharingCard />}
    >
      <div className="panel-stack">
        {isMemberSelected ? (
          <>
            <MemberCard key={selectedId} userId={selectedId} />
            <SharingCard />
          </>
        ) : null}
        {isMemberSelected || hasOthers ? null : <FirstSteps isFolded={false} />}
        <PanelContent>{children}</PanelContent>
        {!isMemberSelected && hasOthers ? <FirstSteps isFolded /> : null}
        <Foot family={family} isLoaded={status === 'ready'} />
      </div>
    </Panel>
  );
}

/** Reads the height of the sheet here, so that a move of the sheet does not render its content again. */
function Panel(parts: Omit<PeoplePanelProps, keyof ReturnType<typeof selectPanel> | 'onHeight' | 'onLeave'>) {
  const dispatch = useAppDispatch();
  const panel = useAppSelector(selectPanel);
  return (
    <PeoplePanel
      {...parts}
      {...panel}
      onHeight={(height) => dispatch(panelMoved({ height }))}
      onLeave={(scrollTop) => dispatch(panelMoved({ scrollTop }))}
    />
  );
}

/** Memoized, so that selecting a member does not render it again. */
const Foot = memo(PanelFoot);

/** Memoized, so that selecting a member does not render it again. */
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
      {family ? <Fragment key={family.id}>{children}</Fragment> : null}
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
