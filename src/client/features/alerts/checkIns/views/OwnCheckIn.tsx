import { useState } from 'react';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import type { CheckIn } from '#contract/checkIns';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { CheckInIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { DismissButton } from '#client/ui/overlays.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectIsShared, selectKnowsSharing } from '#client/features/locations/whereabouts/selectors';
import { selectNow } from '#client/features/session/selectors';
import { checkInEnded, checkInExtended } from '../actions';
import { duration, timeLeft, watchedBy } from '../messages';
import { selectCheckInTask, selectCompanions, selectOwnCheckIn } from '../selectors';
import { useNoticeForToast } from './useNoticeForToast';

/** The user's own check-in: one line while it runs, a question when it is due, and who has been notified when it was missed. */
export function OwnCheckIn() {
  const own = useAppSelector(selectOwnCheckIn);
  const [arrivedId, setArrivedId] = useState<string | null>(null);
  if (!own) return arrivedId === null ? null : <Arrived onDismiss={() => setArrivedId(null)} />;
  if (arrivedId !== null && arrivedId !== own.id) setArrivedId(null);
  const props = {
    checkIn: own,
    onEnd: (how: 'arrived' | 'cancelled') => setArrivedId(how === 'arrived' ? own.id : null),
  };
  switch (own.state) {
    case 'running':
      return <Running key={own.id} {...props} />;
    case 'asking':
      return <Asking key={own.id} {...props} />;
    default:
      return <Missed key={own.id} {...props} />;
  }
}

/** After the press, once the server has it: otherwise the check-in would only be gone. */
function Arrived({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Notice kind="success">
      <div className="notice-row">
        <span>{t('Your family knows that you have arrived.')}</span>
        <DismissButton onClick={onDismiss} />
      </div>
    </Notice>
  );
}

interface OwnCheckInProps {
  checkIn: CheckIn;
  onEnd: (how: 'arrived' | 'cancelled') => void;
}

/** By how many minutes one that runs can be made longer at a time. */
const EXTENSIONS = [15, 30, 60];

function Running({ checkIn, onEnd }: OwnCheckInProps) {
  const { geofenceId, placeName: place, dueAt, people } = checkIn;
  const left = timeLeft(checkIn, useAppSelector(selectNow));
  const companions = useAppSelector(selectCompanions);
  const isEveryone =
    companions.length > 2 && companions.every(({ id }) => people.some(({ userId }) => userId === id));
  const names = people.map(({ name }) => name);
  // Before sharing is loaded, a phone may share.
  const isNotShared = useAppSelector((state) => selectKnowsSharing(state) && !selectIsShared(state));
  // On a small phone the hint would hide the buttons of the open line.
  const [isOpen, setOpen] = useState(false);
  const hint = isNotShared ? (
    <span className="checkin-hint">
      {isOpen
        ? t('Your position is not shared: press “I have arrived” when you are there.')
        : t('Your position is not shared: open this when you are there.')}
    </span>
  ) : geofenceId || isOpen ? null : (
    // Only a place on the map ends it by itself.
    <span className="checkin-hint">{t('Open this when you are there.')}</span>
  );
  useFocusTitleOnUnmount();
  return (
    <details className="checkin" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <CheckInIcon />
        <span className="checkin-line">{t('On the way to {place}', { place })}</span>
        <span className="checkin-left">{left}</span>
        <span className="checkin-chevron">
          <ChevronIcon />
        </span>
        {isOpen ? null : hint}
      </summary>
      <Failure id={checkIn.id} />
      <div className="checkin-actions">
        <ArrivedButton id={checkIn.id} onEnd={onEnd}>
          {t('I have arrived')}
        </ArrivedButton>
        <EndButton id={checkIn.id} onEnd={onEnd} />
      </div>
      {isOpen ? hint : null}
      <p className="checkin-hint">
        {t('Due {time}.', { time: timeOfDay(dueAt) })} {watchedBy(names, isEveryone)}
      </p>
      <div className="checkin-actions checkin-times" role="group" aria-label={t('More time')}>
        {EXTENSIONS.map((minutes) => (
          <ExtendButton key={minutes} id={checkIn.id} minutes={minutes}>
            {t('+ {duration}', { duration: duration(minutes) })}
          </ExtendButton>
        ))}
      </div>
    </details>
  );
}

function Asking({ checkIn: { id, placeName: place }, onEnd }: OwnCheckInProps) {
  useFocusTitleOnUnmount();
  useNoticeForToast({ checkIn: id });
  return (
    <div className="checkin checkin-late" role="alert">
      <p className="checkin-line">{t('Have you arrived at {place}?', { place })}</p>
      <Failure id={id} />
      <div className="checkin-actions">
        <ArrivedButton id={id} onEnd={onEnd}>
          {t('Yes')}
        </ArrivedButton>
        <ExtendButton id={id} minutes={10}>
          {t('10 more minutes')}
        </ExtendButton>
        <EndButton id={id} onEnd={onEnd} />
      </div>
    </div>
  );
}

function Missed({ checkIn: { id, placeName: place, people }, onEnd }: OwnCheckInProps) {
  const seen = people.filter(({ seenAt }) => seenAt !== null).map(({ name }) => name);
  useFocusTitleOnUnmount();
  return (
    <div className="checkin checkin-late" role="status">
      <p className="checkin-line">
        {t('Your family was told that you have not arrived at {place}.', { place })}
      </p>
      {seen.length > 0 ? <p className="checkin-hint">{watchedBy(seen)}</p> : null}
      <Failure id={id} />
      <div className="checkin-actions">
        <ArrivedButton id={id} onEnd={onEnd}>
          {t('I have arrived')}
        </ArrivedButton>
      </div>
    </div>
  );
}

/** Why the last press did nothing. */
function Failure({ id }: { id: string }) {
  const task = useAppSelector(selectCheckInTask);
  return task?.error && task.about === id ? <Notice kind="error">{errorMessage(task.error)}</Notice> : null;
}

interface ActionProps {
  id: string;
  children: string;
}

function ArrivedButton({ id, onEnd, children }: ActionProps & Pick<OwnCheckInProps, 'onEnd'>) {
  const dispatch = useAppDispatch();
  const isBusy = useIsBusy();
  return (
    <Button
      variant="primary"
      disabled={isBusy}
      onClick={() => {
        onEnd('arrived');
        dispatch(checkInEnded({ id, how: 'arrived' }));
      }}
    >
      {children}
    </Button>
  );
}

function ExtendButton({ id, minutes, children }: ActionProps & { minutes: number }) {
  const dispatch = useAppDispatch();
  const isBusy = useIsBusy();
  return (
    <Button disabled={isBusy} onClick={() => dispatch(checkInExtended({ id, minutes }))}>
      {children}
    </Button>
  );
}

function EndButton({ id, onEnd }: Pick<ActionProps, 'id'> & Pick<OwnCheckInProps, 'onEnd'>) {
  const dispatch = useAppDispatch();
  const isBusy = useIsBusy();
  return (
    <Button
      variant="quiet"
      disabled={isBusy}
      onClick={() => {
        onEnd('cancelled');
        dispatch(checkInEnded({ id, how: 'cancelled' }));
      }}
    >
      {t('End check-in')}
    </Button>
  );
}

const useIsBusy = (): boolean => useAppSelector(selectCheckInTask)?.isBusy === true;
