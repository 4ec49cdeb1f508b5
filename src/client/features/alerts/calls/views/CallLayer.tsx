import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { SosIcon } from '#client/ui/icons.tsx';
import { selectFamilyNamesOf } from '#client/features/families/selectors';
import { selectNetworkTrouble, selectNow, selectUser } from '#client/features/session/selectors';
import { telephoneLink } from '#client/ui/people.tsx';
import { selectSos } from '../../selectors';
import { sosOpened, type SosState } from '../../sos/slice';
import { outcomeDismissed, sosAnswered, sosEndRequested } from '../actions';
import {
  answerLabel,
  answersText,
  callTitle,
  endingText,
  endText,
  isUnanswered,
  OFFERED_ANSWERS,
  outcomeText,
  ownAnswerText,
  unansweredText,
  unsentAnswerText,
} from '../messages';
import {
  selectAnsweredCalls,
  selectCallEnd,
  selectCallPage,
  selectIsEnding,
  selectOutcome,
  selectOwnAnswer,
  selectOwnOpenCall,
  selectTakeBackId,
  selectWaitingAnswers,
} from '../selectors';
import { QuickCall } from './QuickCall';
import { SosAudience } from './SosAudience';
import './call-layer.css';

export interface CallLayerProps {
  id?: string;
  isDialog?: boolean;
}

/**
 * What an SOS adds to every page: with `id`, to the banner of that call; with `isDialog`, to the dialog of the user's own; else
 * the bar of calls that have no banner.
 */
export function CallLayer({ id, isDialog }: CallLayerProps) {
  if (isDialog) return <SosAudience />;
  return id === undefined ? (
    <>
      <UnsentCall />
      <Outcome />
      <OpenCalls />
      <QuickCall />
    </>
  ) : (
    <BannerAnswers id={id} />
  );
}

/** What the banner of an SOS offers besides the map and the phone: answers and the page, or how it ended. */
function BannerAnswers({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const end = useAppSelector((state) => selectCallEnd(state, id));
  return (
    <>
      <Link className="call-action call-details" to={`/sos/${id}`}>
        {t('Details')}
      </Link>
      {end ? (
        <p className="call-end">{endText(end)}</p>
      ) : (
        <div className="call-answers" role="group" aria-label={t('Your answer')}>
          {OFFERED_ANSWERS.map((answer) => (
            <button
              key={answer}
              type="button"
              className="call-action call-answer"
              onClick={() => dispatch(sosAnswered({ id, answer }))}
            >
              {answerLabel(answer)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const unsentText = (status: Exclude<SosState['status'], 'idle'>, isMessage: boolean) =>
  t(
    isMessage
      ? {
          locating: 'Your message waits for your position.',
          sending: 'Your message is on its way.',
          waiting: 'Your message is not sent yet. We keep trying.',
        }[status]
      : {
          locating: 'Your SOS waits for your position.',
          sending: 'Your SOS is on its way.',
          waiting: 'Your SOS is not sent yet. We keep trying.',
        }[status],
  );

/** The user's own SOS, or a message that follows it, until it is sent, while its dialog is closed. */
function UnsentCall() {
  const dispatch = useAppDispatch();
  const { open, status } = useAppSelector(selectSos);
  const isMessage = useAppSelector(selectOwnOpenCall) !== null;
  return (
    <div className="own-call" role="status">
      {!open && status !== 'idle' ? (
        <>
          <span>{unsentText(status, isMessage)}</span>
          <Button onClick={() => dispatch(sosOpened())}>{t('Show')}</Button>
        </>
      ) : null}
    </div>
  );
}

/** What became of the user's answer or of their own SOS: the line of the SOS goes, and would do so without a word. */
function Outcome() {
  const dispatch = useAppDispatch();
  const outcome = useAppSelector(selectOutcome);
  return (
    <div className="call-outcome" role="status" data-what={outcome?.what}>
      {outcome ? (
        <>
          <span>{outcomeText(outcome)}</span>
          <Button onClick={() => dispatch(outcomeDismissed())}>{t('OK')}</Button>
        </>
      ) : null}
    </div>
  );
}

/** Open SOS without a banner: the user's own, and those that the user has answered. Each links to its page. */
function OpenCalls() {
  const own = useAppSelector(selectOwnOpenCall);
  const answered = useAppSelector(selectAnsweredCalls);
  const page = useAppSelector(selectCallPage);
  const takeBackId = useAppSelector(selectTakeBackId);
  const isEnding = useAppSelector((state) => own !== null && selectIsEnding(state, own.id));
  const calls = [...(own ? [own] : []), ...answered].filter(({ id }) => id !== page?.id);
  if (calls.length === 0) return null;
  return (
    <nav className="open-calls" aria-label={t('Open SOS calls')}>
      {calls.map((call) => (
        <div
          key={call.id}
          ref={focusNeighbourOnRemoval}
          className="open-call-row"
          data-own={call === own ? '' : undefined}
        >
          <OpenCall call={call} isOwn={call === own} />
          {call.id === takeBackId && !isEnding ? <TakeBack id={call.id} /> : null}
        </div>
      ))}
    </nav>
  );
}

/** Takes back an SOS that was pressed by mistake, with one press, for a short time after it. */
function TakeBack({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <Button
      className="take-back"
      aria-description={t('Possible for 5 seconds')}
      onClick={() => dispatch(sosEndRequested({ id, ending: 'falseAlarm' }))}
    >
      {t('Take it back')}
    </Button>
  );
}

function OpenCall({ call, isOwn }: { call: SosCall; isOwn: boolean }) {
  const { Link } = useNavigation();
  return (
    <Link className="open-call" to={`/sos/${call.id}`}>
      <SosIcon />
      <span className="open-call-text">
        <strong>{isOwn ? t('Your SOS is open') : callTitle(call.userName)}</strong>
        {isOwn ? <OwnCallState call={call} /> : <OwnAnswerLine call={call} />}
      </span>
      <span className="open-call-show">{t('Open')}</span>
    </Link>
  );
}

/** The status of the user's own call: that it ends, the newest answer, or that there is none. */
function OwnCallState({ call }: { call: SosCall }) {
  const now = useAppSelector(selectNow);
  const isEnding = useAppSelector((state) => selectIsEnding(state, call.id));
  const isConnected = useAppSelector(selectNetworkTrouble) === null;
  const text = isEnding
    ? endingText(isConnected)
    : isUnanswered(call, now)
      ? unansweredText()
      : (answersText(call) ?? t('Waiting for an answer'));
  return <span role="status">{text}</span>;
}

/** What the user has answered, what a call lacks, and in which of several families the caller is. */
function OwnAnswerLine({ call: { id, userId } }: { call: SosCall }) {
  const answer = useAppSelector((state) => selectOwnAnswer(state, id));
  const isWaiting = useAppSelector((state) => id in selectWaitingAnswers(state));
  const families = useAppSelector((state) => selectFamilyNamesOf(state, userId));
  const said = answer && (isWaiting ? unsentAnswerText(answer) : ownAnswerText(answer));
  const hasNumber = useAppSelector((state) => telephoneLink(selectUser(state)?.phone) !== null);
  const noNumber = answer === 'call' && !hasNumber ? t('your profile has no phone number') : null;
  return <span>{[said, noNumber, families].filter(Boolean).join(' · ')}</span>;
}
