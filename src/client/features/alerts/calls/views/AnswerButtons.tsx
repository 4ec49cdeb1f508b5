import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SuccessIcon } from '#client/ui/formIcons.tsx';
import { sosAnswered } from '../actions';
import { answerLabel, OFFERED_ANSWERS, ownAnswerText } from '../messages';
import { selectOwnAnswer, selectWaitingAnswers } from '../selectors';

/** What the user can answer to an SOS, and has answered. */
export function AnswerButtons({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const own = useAppSelector((state) => selectOwnAnswer(state, id));
  return (
    <div className="sos-answers" role="group" aria-label={t('Your answer')}>
      {OFFERED_ANSWERS.map((answer) => (
        <Button
          key={answer}
          variant={answer === 'coming' && own !== 'safe' && own !== 'call' ? 'primary' : 'secondary'}
          icon={own === answer ? <SuccessIcon /> : null}
          aria-pressed={own === answer}
          onClick={() => dispatch(sosAnswered({ id, answer }))}
        >
          {answerLabel(answer)}
        </Button>
      ))}
    </div>
  );
}

/** What the caller knows of the user's answer. */
export function OwnAnswer({ id }: { id: string }) {
  const own = useAppSelector((state) => selectOwnAnswer(state, id));
  const isWaiting = useAppSelector((state) => id in selectWaitingAnswers(state));
  return (
    <p className="sos-own-answer" role="status">
      {own === null
        ? null
        : isWaiting
          ? t('{answer}. It is sent as soon as Kinmap can be reached.', { answer: ownAnswerText(own) })
          : ownAnswerText(own)}
    </p>
  );
}
