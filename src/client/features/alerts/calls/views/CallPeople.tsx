import type { SosCall, SosPerson } from '#contract/sos';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { Section } from '#client/ui/Section.tsx';
import { PhoneIcon } from '#client/ui/actionIcons.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { Avatar, telephoneLink } from '#client/ui/people.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { answerText, reachTexts } from '../messages';
import { selectPicture } from '../selectors';

const MOST_HELPFUL_FIRST: readonly SosPerson['answer'][] = ['coming', 'call', 'safe', 'seen', null];

/** The people who were called: who has answered, and how the others were reached. */
export function CallPeople({ call }: { call: SosCall }) {
  const own = useAppSelector(selectUser)?.id;
  const isOther = ({ userId }: SosPerson) => userId !== own;
  if (!call.people.some(isOther)) return null;
  // The user is counted as well, and is the last: users look for the others, and for answers first.
  const rankOf = (person: SosPerson) =>
    isOther(person) ? MOST_HELPFUL_FIRST.indexOf(person.answer) : MOST_HELPFUL_FIRST.length;
  const people = call.people.toSorted((one, other) => rankOf(one) - rankOf(other));
  // Who has opened it has not answered.
  const answered = people.filter(({ answer }) => answer !== null && answer !== 'seen').length;
  return (
    <Section title={people.length < call.people.length ? t('Who else was alerted') : t('Who was alerted')}>
      <p className="sos-count" role="status">
        {t('{answered, plural, one {# of {count} has} other {# of {count} have}} answered', {
          answered,
          count: people.length,
        })}
      </p>
      <ul className="sos-people" role="list">
        {people.map((person) => (
          <PersonCalled key={person.userId} person={person} call={call} isMe={!isOther(person)} />
        ))}
      </ul>
    </Section>
  );
}

interface PersonCalledProps {
  person: SosPerson;
  call: SosCall;
  isMe: boolean;
}

function PersonCalled({ person, call, isMe }: PersonCalledProps) {
  const { userId, name, answer, answeredAt, phone } = person;
  const telephone = telephoneLink(phone);
  const isCaller = useAppSelector(selectUser)?.id === call.userId;
  const caller = isCaller ? undefined : call.userName;
  const now = useAppSelector(selectNow);
  const color = useAppSelector((state) => selectPersonColor(state, userId));
  const picture = useAppSelector((state) => selectPicture(state, userId));
  return (
    <li className={`sos-person sos-person-${answer ?? 'none'}`}>
      <Avatar id={userId} name={name} picture={picture} color={color} />
      <div className="sos-person-text">
        <strong>{answer === null ? name : answerText(name, answer, caller)}</strong>
        {isMe ? <span>{t('(you)')}</span> : null}
        {answer === null ? <span>{call.endedAt === null ? t('No answer yet') : t('No answer')}</span> : null}
        {answeredAt === null ? null : <time dateTime={answeredAt}>{timeOfDay(answeredAt)}</time>}
        {phone === null ? <span className="sos-person-reach">{t('Their profile has no number')}</span> : null}
        {(isMe ? [] : reachTexts(person, call.startedAt, now)).map((text) => (
          <span key={text} className="sos-person-reach">
            {text}
          </span>
        ))}
      </div>
      {telephone === null ? null : (
        <a className={buttonClass('danger')} href={telephone} aria-label={t('Call {name}', { name })}>
          <PhoneIcon />
          {t('Call')}
        </a>
      )}
    </li>
  );
}
