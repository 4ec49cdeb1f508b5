import { formatList } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import { useCallback } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass, Spinner } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { ChatIcon, ChevronIcon } from '#client/ui/icons.tsx';
import { MessageLog } from '#client/ui/MessageLog.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import {
  selectListState,
  selectRows,
  selectSeenBy,
  selectTypingNames,
  selectUnreadAtOpening,
  type Row,
} from '../viewModels';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { selectNetworkTrouble } from '#client/features/session/selectors';
import { typingText } from '../messages';
import { messageSeen, messagesRequested, olderRequested } from '../slice';
import { MessageRow } from './MessageRow';

/** The messages of a family, and who is typing. */
export function Conversation({ familyId }: { familyId: string }) {
  const { status } = useAppSelector(selectListState);
  const rows = useAppSelector(selectRows);
  const typing = typingText(useAppSelector(selectTypingNames));
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  // With stored messages the banner says enough.
  const isCovered = isOffline && rows.some((row) => !isOutgoing(row));
  return (
    <>
      {status === 'failed' && !isCovered ? <LoadFailure isOffline={isOffline} /> : null}
      {rows.length > 0 ? <Messages familyId={familyId} rows={rows} /> : <NoMessages status={status} />}
      <p className="chat-typing" role="status">
        {typing}
      </p>
    </>
  );
}

/** Without a network there is nothing to press, because the messages load by themselves. */
function LoadFailure({ isOffline }: { isOffline: boolean }) {
  const { error } = useAppSelector(selectListState);
  return (
    <div className="chat-notice">
      <Notice kind={isOffline ? 'info' : 'error'}>
        <p>{t('Failed to load messages')}</p>
        {error === null ? null : <p>{errorMessage(error)}</p>}
        {isOffline ? (
          <p>{t('They load once Kinmap can be reached. What you write is sent then.')}</p>
        ) : (
          <TryAgain />
        )}
      </Notice>
    </div>
  );
}

function TryAgain() {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return <Button onClick={() => dispatch(messagesRequested())}>{t('Try again')}</Button>;
}

const keyOf = ({ key }: Row) => key;
const isOutgoing = ({ outgoing }: Row) => outgoing !== null;

function Messages({ familyId, rows }: { familyId: string; rows: readonly Row[] }) {
  const dispatch = useAppDispatch();
  const { status, older, reachesStart, unread } = useAppSelector(selectListState);
  const seenBy = useAppSelector(selectSeenBy);
  const newMessages = useAppSelector(selectUnreadAtOpening);
  const lastMine = rows.findLast(({ mine, stored }) => mine && stored)?.stored?.id;
  const wantsOlder = status === 'ready' && older === 'idle' && !reachesStart;
  const onNearStart = useCallback(
    () => void (wantsOlder && dispatch(olderRequested({ familyId }))),
    [dispatch, familyId, wantsOlder],
  );
  const lastStored = rows.findLast(({ stored }) => stored)?.stored;
  const onSeen = useCallback(
    (row: Row) => {
      // Rows that are not stored are at the end, so all that are stored are above them.
      const stored = row.stored ?? lastStored;
      if (stored?.sequence)
        dispatch(messageSeen({ familyId, messageId: stored.id, sequence: stored.sequence }));
    },
    [dispatch, familyId, lastStored],
  );
  function receiptOf(id: string): string | null {
    const names = seenBy[id];
    if (names) return t('Seen by {names}', { names: formatList(names) });
    return id === lastMine ? t('Sent') : null;
  }
  return (
    <MessageLog
      label={t('Conversation')}
      rows={rows}
      keyOf={keyOf}
      isOutgoing={isOutgoing}
      top={<Beginning familyId={familyId} />}
      onNearStart={onNearStart}
      onSeen={onSeen}
      jump={
        newMessages && {
          key: newMessages.firstKey,
          renderButton: (onClick) => <ScrollToNew count={newMessages.count} onClick={onClick} />,
        }
      }
      renderScrollButton={(scrollToEnd) => <ScrollToEnd unread={unread} onClick={scrollToEnd} />}
      renderRow={(row) => <MessageRow row={row} seenBy={row.stored ? receiptOf(row.stored.id) : null} />}
    />
  );
}

/** Above the first message: whether older ones are loading, failed to load, or do not exist. */
function Beginning({ familyId }: { familyId: string }) {
  const { older, reachesStart } = useAppSelector(selectListState);
  if (older === 'loading')
    return (
      <span className="chat-older">
        <Spinner />
        <span className="visually-hidden">{t('Loading older messages')}</span>
      </span>
    );
  if (older === 'failed') return <LoadOlder familyId={familyId} />;
  return reachesStart ? <span className="chat-older">{t('This is where the chat begins.')}</span> : null;
}

function LoadOlder({ familyId }: { familyId: string }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <Button variant="quiet" onClick={() => dispatch(olderRequested({ familyId }))}>
      {t('Load older messages')}
    </Button>
  );
}

const newMessagesText = (unread: number): string =>
  t('{unread, plural, one {# new message} other {# new messages}}', { unread });

function ScrollToNew({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <button type="button" className="chat-jump chat-up" onClick={onClick}>
      {newMessagesText(count)}
      <ChevronIcon />
    </button>
  );
}

function ScrollToEnd({ unread, onClick }: { unread: number; onClick: () => void }) {
  return (
    <button type="button" className="chat-jump chat-down" onClick={onClick}>
      {unread === 0 ? t('To the newest') : newMessagesText(unread)}
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
          {t('Loading messages...')}
        </p>
        <Skeleton width="60%" height="52px" />
        <Skeleton width="45%" height="52px" />
        <Skeleton width="70%" height="72px" />
      </div>
    );
  return (
    <div className="chat-empty">
      <Welcome />
    </div>
  );
}

/** Says so when no one else would read a message: who joins later sees no earlier ones, unless the family wants it. */
function Welcome() {
  const { Link } = useNavigation();
  const isAlone = useAppSelector((state) => selectSelectedFamily(state)?.members.length === 1);
  return (
    <EmptyState
      icon={<ChatIcon />}
      title={t('Welcome to the Family Chat!')}
      hint={t(
        isAlone
          ? 'Send the first message to your family. You are the only one here so far.'
          : 'Send the first message to your family.',
      )}
      action={
        isAlone ? (
          <Link to="/family" className={buttonClass()}>
            {t('Invite the others')}
          </Link>
        ) : null
      }
    />
  );
}
