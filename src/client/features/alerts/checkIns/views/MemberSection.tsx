import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { ago } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { selectNow } from '#client/features/session/selectors';
import { checkInRequested } from '../actions';
import { selectCheckInOf, selectCheckIns, selectCheckInTask, selectRequestTo } from '../selectors';
import { MemberCheckIn } from './MemberCheckIn';
import './check-ins.css';

interface MemberSectionProps {
  userId: string;
  name: string;
}

/** On the profile of a member: their check-in, or the question to start one. */
export function MemberSection({ userId, name }: MemberSectionProps) {
  const isKnown = useAppSelector(selectCheckIns) !== null;
  const checkIn = useAppSelector((state) => selectCheckInOf(state, userId));
  if (!isKnown) return null;
  return (
    <Section title={t('Check-in')}>
      {checkIn ? <MemberCheckIn userId={userId} /> : <Question userId={userId} name={name} />}
    </Section>
  );
}

function Question({ userId, name }: MemberSectionProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => selectRequestTo(state, userId));
  const now = useAppSelector(selectNow);
  const task = useAppSelector(selectCheckInTask);
  const own = task?.name === 'ask' && task.about === userId ? task : null;
  if (request?.state === 'open')
    return (
      <p role="status">
        <Trans
          message="You asked {name} to tell when they arrive, <time>{ago}</time>. Kinmap tells you what they answer."
          values={{ name, ago: ago(Math.max(0, now - Date.parse(request.createdAt))) }}
          tags={{ time: <span aria-live="off" /> }}
        />
      </p>
    );
  return (
    <>
      <p className="checkin-hint">
        {request?.state === 'declined'
          ? t('{name} has declined.', { name })
          : t('{name} can answer with one tap. You then see when they arrive, or that they are late.', {
              name,
            })}
      </p>
      {own?.error ? <Notice kind="error">{errorMessage(own.error)}</Notice> : null}
      <div ref={focusNeighbourOnRemoval}>
        <Button
          wide
          className="checkin-ask"
          busy={own?.isBusy}
          onClick={() => dispatch(checkInRequested({ userId }))}
        >
          {request?.state === 'declined'
            ? t('Ask again')
            : t('Ask {name} to tell when they arrive', { name })}
        </Button>
      </div>
    </>
  );
}
