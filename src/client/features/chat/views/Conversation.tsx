import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button, Spinner } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState, Skeleton } from '#client/ui/EmptyState.tsx';
import { ChatIcon, ChevronIcon } from '#client/ui/icons.tsx';
import { MessageLog } from '#client/ui/MessageLog.tsx';
import { useFocusKept } from '#client/ui/Page.tsx';
import { selectListState, selectRows, selectSeenBy, selectTypingText, type Row } from '../viewModels';
import { messageSeen, messagesRequested, olderRequested } from '../slice';
import { MessageRow } from './MessageRow';

/** The messages of a family, and who is typing. */
export function Conversation({ familyId }: { familyId: string }) {
  const { status } = useAppSelector(selectListState);
  const rows = useAppSelector(selectRows);
  const typing = useAppSelector(selectTypingText);
  return (
    <>
      {status === 'failed' ? <LoadFailure /> : null}
      {rows.length > 0 ? <Messages familyId={familyId} rows={rows} /> : <NoMessages status={status} />}
      <p className="chat-typing" role="status">
        {typing}
      </p>
    </>
  );
}

function LoadFailure() {
  const dispatch = useAppDispatch();
  const { error } = useAppSelector(selectListState);
  useFocusKept();
  return (
    <div className="chat-notice">
      <Notice kind="error">
        <p>Failed to load messages</p>
        {error === null ? null : <p>{error}</p>}
        <Button onClick={() => dispatch(messagesRequested())}>Try again</Button>
      </Notice>
    </div>
  );
}

const keyOf = ({ key }: Row) => key;

function Messages({ familyId, rows }: { familyId: string; rows: readonly Row[] }) {
  const dispatch = useAppDispatch();
  const { status, older, reachesStart, unread } = useAppSelector(selectListState);
  const seenBy = useAppSelector(selectSeenBy);
  const lastMine = rows.findLast(({ mine, stored }) => mine && stored)?.stored?.id;
  const wantsOlder = status === 'ready' && older === 'idle' && !reachesStart;
  const onNearStart = useCallback(
    () => void (wantsOlder && dispatch(olderRequested({ familyId }))),
    [dispatch, familyId, wantsOlder],
  );
  const onSeen = useCallback(
    ({ stored }: Row) => {
      if (stored?.sequence)
        dispatch(messageSeen({ familyId, messageId: stored.id, sequence: stored.sequence }));
    },
    [dispatch, familyId],
  );
  return (
    <MessageLog
      label="Conversation"
      rows={rows}
      keyOf={keyOf}
      top={<Beginning familyId={familyId} />}
      onNearStart={onNearStart}
      onSeen={onSeen}
      renderWayDown={(goDown) => <WayDown unread={unread} goDown={goDown} />}
      renderRow={(row) => (
        <MessageRow
          row={row}
          seenBy={row.stored ? (seenBy[row.stored.id] ?? (row.stored.id === lastMine ? 'Sent' : null)) : null}
        />
      )}
    />
  );
}

/** Above the first message: older ones come, could not come, or there are none. */
function Beginning({ familyId }: { familyId: string }) {
  const { older, reachesStart } = useAppSelector(selectListState);
  if (older === 'loading')
    return (
      <span className="chat-older">
        <Spinner />
        <span className="visually-hidden">Loading older messages</span>
      </span>
    );
  if (older === 'failed') return <LoadOlder familyId={familyId} />;
  return reachesStart ? <span className="chat-older">This is where the chat begins.</span> : null;
}

function LoadOlder({ familyId }: { familyId: string }) {
  const dispatch = useAppDispatch();
  useFocusKept();
  return (
    <Button variant="quiet" onClick={() => dispatch(olderRequested({ familyId }))}>
      Load older messages
    </Button>
  );
}

function WayDown({ unread, goDown }: { unread: number; goDown: () => void }) {
  const words = unread === 0 ? 'To the newest' : `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
  return (
    <button type="button" className="chat-down" onClick={goDown}>
      {words}
      <ChevronIcon />
    </button>
  );
}

function NoMessages({ status }: { status: string }) {
  if (status === 'failed') return <div className="chat-empty" />;
  if (status !== 'ready')
    return (
      <div className="chat-skeleton" aria-busy="true">
        <p className="visually-hidden" role="status">
          Loading messages...
        </p>
        <Skeleton width="60%" height="52px" />
        <Skeleton width="45%" height="52px" />
        <Skeleton width="70%" height="72px" />
      </div>
    );
  return (
    <div className="chat-empty">
      <EmptyState
        icon={<ChatIcon />}
        title="Welcome to the Family Chat!"
        hint="Send the first message to your family."
      />
    </div>
  );
}
