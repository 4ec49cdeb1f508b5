import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { SosIcon } from '#client/ui/icons.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectUser } from '#client/features/session/selectors';
import { sosOpened } from '../../sos/slice';
import { sosPageRequested } from '../actions';
import { callTimes, callTitle, endText } from '../messages';
import { selectAreCallsKnown, selectCallPage, selectCalls } from '../selectors';

/** The calls of the last 30 days, and the ways to make one and to practise one. The app's shortcut "SOS" leads here. */
export function CallList() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  return (
    <>
      <Button variant="danger" wide icon={<SosIcon />} onClick={() => dispatch(sosOpened())}>
        {t('Call for help')}
      </Button>
      <div className="sos-practise">
        <p>{t('Try an SOS without alerting anyone, and see what your family would get.')}</p>
        <Link to="/sos/practice" className={buttonClass()}>
          {t('Practise an SOS')}
        </Link>
      </div>
      <Section title={t('Last 30 days')}>
        <Calls />
      </Section>
    </>
  );
}

function Calls() {
  const dispatch = useAppDispatch();
  const calls = useAppSelector(selectCalls);
  const status = useAppSelector(selectCallPage)?.status;
  const isKnown = useAppSelector(selectAreCallsKnown);
  if (calls.length > 0)
    return (
      <ul className="sos-calls" role="list">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
    );
  if (status === 'failed' && !isKnown)
    return (
      <div className="sos-failed">
        <Notice>{t('The calls could not be loaded. They load once Kinmap can be reached.')}</Notice>
        <Button onClick={() => dispatch(sosPageRequested({}))}>{t('Try again')}</Button>
      </div>
    );
  if (status === 'loading' && !isKnown)
    return (
      <>
        <span className="visually-hidden" role="status">
          {t('Loading...')}
        </span>
        <Skeleton height="72px" />
      </>
    );
  return (
    <EmptyState
      icon={<SosIcon />}
      title={t('No SOS in the last 30 days')}
      hint={t('Calls by you and to you stay here for 30 days.')}
    />
  );
}

function CallRow({ call }: { call: SosCall }) {
  const { Link } = useNavigation();
  const isOwn = useAppSelector(selectUser)?.id === call.userId;
  const end = endText(call);
  return (
    <li>
      <Link to={`/sos/${call.id}`} className={end === null ? 'sos-call sos-call-open' : 'sos-call'}>
        <SosIcon />
        <span className="sos-call-text">
          <strong>{isOwn ? t('Your SOS') : callTitle(call.userName)}</strong>
          <span>{callTimes(call)}</span>
          <span>{end ?? t('Still open')}</span>
        </span>
      </Link>
    </li>
  );
}
