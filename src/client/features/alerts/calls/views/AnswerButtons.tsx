import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SuccessIcon } from '#client/ui/formIcons.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { selectUser } from '#client/features/session/selectors';
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
export function OwnAnswer({ call: { id, userName } }: { call: SosCall }) {
  const own = useAppSelector((state) => selectOwnAnswer(state, id));
  const isWaiting = useAppSelector((state) => id in selectWaitingAnswers(state));
  return (
    <p className="sos-own-answer" role="status">
      {own === null
        ? null
        : isWaiting
          ? t('{answer}. It is sent as soon as Kinmap can be reached.', { answer: ownAnswerText(own) })
          : ownAnswerText(own)}
      {own === 'call' ? <OwnNumber caller={userName} /> : null}
    </p>
  );
}

/** Whether a caller who is asked to call knows the number. */
function OwnNumber({ caller }: { caller: string }) {
  const { Link } = useNavigation();
  const hasNumber = telephoneLink(useAppSelector(selectUser)?.phone) !== null;
  return (
    <span>
      {' · '}
      {hasNumber
        ? t('{name} sees your phone number', { name: caller })
        : t('{name} finds no phone number in your profile', { name: caller })}{' '}
      {hasNumber ? null : <Link to="/account">{t('Add one')}</Link>}
    </span>
  );
}
