import { useState } from 'react';
import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectIsShared } from '#client/features/locations/whereabouts/selectors';
import { selectNetworkTrouble, selectNow } from '#client/features/session/selectors';
import { sosEndRequested } from '../actions';
import { endingText, endText, isUnanswered, seenPositionText, unansweredText } from '../messages';
import { selectCallPage, selectIsEnding, selectSentAt } from '../selectors';
import { AddMessage } from './AddMessage';
import { CallFacts } from './CallFacts';
import { CallLog } from './CallLog';
import { CallMap } from './CallMap';
import { CallPeople } from './CallPeople';

/** The page of an open SOS, as its caller sees it. */
export function CallMade({ call }: { call: SosCall }) {
  const track = useAppSelector(selectCallPage)?.track ?? [];
  const end = endText(call);
  return (
    <>
      <CallMap key={call.id} call={call} track={track} isOver={end !== null} />
      <div className="sos-side">
        {end === null ? (
          <Unanswered call={call} />
        ) : (
          // Who has just ended it has scrolled down to the button.
          <div ref={(notice) => notice?.scrollIntoView?.({ block: 'center' })}>
            <Notice kind={call.ending === 'expired' ? 'info' : 'success'}>{end}</Notice>
          </div>
        )}
        {/* First, because on a phone the rest is below the fold: the caller wants to know who comes. */}
        <CallPeople call={call} />
        {end === null ? <WhileOpen call={call} /> : null}
        <CallFacts call={call} />
        {end === null ? <AddMessage /> : null}
        <CallLog call={call} />
      </div>
      {end === null ? <EndBar call={call} /> : null}
    </>
  );
}

function Unanswered({ call }: { call: SosCall }) {
  const now = useAppSelector(selectNow);
  return isUnanswered(call, now) ? <Notice kind="error">{unansweredText()}</Notice> : null;
}

function WhileOpen({ call }: { call: SosCall }) {
  const sentAt = useAppSelector(selectSentAt);
  const families = useAppSelector(selectFamilies).length;
  const now = useAppSelector(selectNow);
  return (
    <Notice>
      {seenPositionText(call, families, now)}{' '}
      {sentAt === null
        ? t('Your position comes from the device that sent the SOS.')
        : t('Last sent {time}.', { time: timeOfDay(sentAt) })}
    </Notice>
  );
}

function EndBar({ call }: { call: SosCall }) {
  const [isConfirming, setConfirming] = useState(false);
  const isEnding = useAppSelector((state) => selectIsEnding(state, call.id));
  const isConnected = useAppSelector(selectNetworkTrouble) === null;
  useFocusTitleOnUnmount();
  return (
    <div className="sos-bar">
      {isEnding && !isConnected ? <Notice kind="error">{endingText(isConnected)}</Notice> : null}
      <Button variant="primary" wide busy={isEnding} onClick={() => setConfirming(true)}>
        {isEnding ? t('Ending...') : t('End the SOS')}
      </Button>
      {isConfirming ? <EndQuestion call={call} onClose={() => setConfirming(false)} /> : null}
    </div>
  );
}

function EndQuestion({ call: { id }, onClose }: { call: SosCall; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const isShared = useAppSelector(selectIsShared);
  function end(ending: 'safe' | 'falseAlarm') {
    dispatch(sosEndRequested({ id, ending }));
    onClose();
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('End the SOS?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button onClick={() => end('falseAlarm')}>{t('It was a false alarm')}</Button>
          <Button variant="primary" onClick={() => end('safe')}>
            {t('I am safe')}
          </Button>
        </>
      }
    >
      <p>
        {isShared
          ? t('Everyone who was alerted is told. You go on sharing where you are, as before.')
          : t('Everyone who was alerted is told, and your live position is no longer shared with them.')}
      </p>
    </Dialog>
  );
}
