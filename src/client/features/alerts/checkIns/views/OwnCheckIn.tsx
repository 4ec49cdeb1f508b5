import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import type { CheckIn } from '#contract/checkIns';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { CheckInIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectNow } from '#client/features/session/selectors';
import { checkInEnded, checkInExtended } from '../actions';
import { duration, timeLeft, watchedBy } from '../messages';
import { selectCheckInTask, selectOwnCheckIn } from '../selectors';
import { useNoticeForToast } from './useNoticeForToast';

/** The user's own check-in: one line while it runs, a question when it is due, and who has been notified when it was missed. */
export function OwnCheckIn() {
  const own = useAppSelector(selectOwnCheckIn);
  if (!own) return null;
  switch (own.state) {
    case 'running':
      return <Running key={own.id} checkIn={own} />;
    case 'asking':
      return <Asking key={own.id} checkIn={own} />;
    default:
      return <Missed key={own.id} checkIn={own} />;
  }
}

/** By how many minutes one that runs can be made longer at a time. */
const EXTENSIONS = [15, 30, 60];

function Running({ checkIn }: { checkIn: CheckIn }) {
  const { placeName: place, dueAt, people } = checkIn;
  const left = timeLeft(checkIn, useAppSelector(selectNow));
  useFocusTitleOnUnmount();
  return (
    <details className="checkin">
      <summary>
        <CheckInIcon />
        <span className="checkin-line">{t('On the way to {place}', { place })}</span>
        <span className="checkin-left">{left}</span>
        <span className="checkin-chevron">
          <ChevronIcon />
        </span>
      </summary>
      <p className="checkin-hint">
        {t('Due {time}.', { time: timeOfDay(dueAt) })} {watchedBy(people.map(({ name }) => name))}
      </p>
      <Failure id={checkIn.id} />
      <div className="checkin-actions">
        <ArrivedButton id={checkIn.id}>{t('I have arrived')}</ArrivedButton>
        <EndButton id={checkIn.id} />
      </div>
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

function Asking({ checkIn: { id, placeName: place } }: { checkIn: CheckIn }) {
  useFocusTitleOnUnmount();
  useNoticeForToast({ checkIn: id });
  return (
    <div className="checkin checkin-late" role="alert">
      <p className="checkin-line">{t('Have you arrived at {place}?', { place })}</p>
      <Failure id={id} />
      <div className="checkin-actions">
        <ArrivedButton id={id}>{t('Yes')}</ArrivedButton>
        <ExtendButton id={id} minutes={10}>
          {t('10 more minutes')}
        </ExtendButton>
        <EndButton id={id} />
      </div>
    </div>
  );
}

function Missed({ checkIn: { id, placeName: place, people } }: { checkIn: CheckIn }) {
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
        <ArrivedButton id={id}>{t('I have arrived')}</ArrivedButton>
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

function ArrivedButton({ id, children }: ActionProps) {
  const dispatch = useAppDispatch();
  const isBusy = useIsBusy();
  return (
    <Button
      variant="primary"
      disabled={isBusy}
      onClick={() => dispatch(checkInEnded({ id, how: 'arrived' }))}
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

function EndButton({ id }: Pick<ActionProps, 'id'>) {
  const dispatch = useAppDispatch();
  const isBusy = useIsBusy();
  return (
    <Button
      variant="quiet"
      disabled={isBusy}
      onClick={() => dispatch(checkInEnded({ id, how: 'cancelled' }))}
    >
      {t('End check-in')}
    </Button>
  );
}

const useIsBusy = (): boolean => useAppSelector(selectCheckInTask)?.isBusy === true;
