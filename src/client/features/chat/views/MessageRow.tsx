import { t } from '#client/i18n/text';
import { type AppError, errorMessage } from '#client/i18n/errors';
import { type Outgoing } from '../state';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Avatar } from '#client/ui/people.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { selectIsConnected } from '#client/features/session/selectors';
import { parsePositionText } from '#shared/positionText';
import { linkify } from '../linkify';
import { dayLabel, timeLabel } from '../messages';
import type { Row } from '../viewModels';
import { messageDeleted, messageRetried } from '../slice';
import { PositionCard } from './PositionCard';

interface MessageRowProps {
  row: Row;
  /** The receipt below the user's own message; null for none. */
  seenBy: string | null;
}

/** One message: who, what, when, and what has become of it. */
export function MessageRow({ row, seenBy }: MessageRowProps) {
  const look = ['chat-message', row.mine && 'chat-message-mine', row.first && 'chat-message-first'];
  return (
    <>
      {row.day === null ? null : <h2 className="chat-day">{dayLabel(row)}</h2>}
      {/* A heading as those of the days, so that screen readers can go to it. */}
      {row.firstUnread ? <h2 className="chat-new">{t('New messages')}</h2> : null}
      <article className={look.filter(Boolean).join(' ')}>
        <Picture row={row} />
        <div className="chat-words">
          <p className={row.first && !row.mine ? 'chat-name' : 'visually-hidden'}>
            <bdi>{row.mine ? t('You') : row.userName}</bdi>
          </p>
          <Bubble row={row} />
          {row.outgoing ? <DeliveryStatus item={row.outgoing} /> : null}
          {seenBy === null ? null : (
            <p className="chat-fate">
              <bdi>{seenBy}</bdi>
            </p>
          )}
        </div>
      </article>
    </>
  );
}

function Picture({ row }: { row: Row }) {
  const color = useAppSelector((state) => selectPersonColor(state, row.userId));
  if (row.mine) return null;
  if (!row.first) return <span className="chat-gap" />;
  return <Avatar id={row.userId} name={row.userName} picture={row.picture} size={32} color={color} />;
}

function Bubble({ row }: { row: Row }) {
  const position = parsePositionText(row.content);
  return (
    <div className="chat-bubble">
      {position ? (
        <PositionCard position={position} name={row.mine ? null : row.userName} />
      ) : (
        <p className="chat-text" dir="auto">
          <Content text={row.content} />
        </p>
      )}
      <time className="chat-time" dateTime={row.timestamp}>
        {timeLabel(row)}
      </time>
    </div>
  );
}

/** Text is text; only addresses can be opened. */
function Content({ text }: { text: string }) {
  return linkify(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one message never move
      <a key={index} href={href} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}

/** The status of the user's own message that is not stored yet. */
function DeliveryStatus({ item: { clientId, error } }: { item: Outgoing }) {
  const connected = useAppSelector(selectIsConnected);
  if (error === null)
    return <p className="chat-fate">{t(connected ? 'Sending…' : 'Waiting for the network')}</p>;
  return <Refused clientId={clientId} error={error} />;
}

function Refused({ clientId, error }: { clientId: string; error: AppError }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <div className="chat-refused">
      <p>{t('Not sent: {reason}', { reason: errorMessage(error) })}</p>
      <button type="button" onClick={() => dispatch(messageRetried({ clientId }))}>
        {t('Retry')}
      </button>
      <button type="button" onClick={() => dispatch(messageDeleted({ clientId }))}>
        {t('Delete')}
      </button>
    </div>
  );
}
