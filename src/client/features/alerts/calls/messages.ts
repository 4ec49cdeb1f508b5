import { SOS_POSITION_STALE_MS } from '#contract/limits';
import type { SosAnswer, SosCall, SosEnding, SosLogEntry, SosPerson, SosReach } from '#contract/sos';
import { stripBidiControls } from '#shared/bidiControls';
import { t } from '#client/i18n/text';
import { ago, dayAndTime, timeOfDay } from '#client/i18n/times';
import type { CallOutcome } from './slice';

/** The title of a call for the people called. */
export const callTitle = (name: string): string => stripBidiControls(t('SOS from {name}', { name }));

/** Who will be alerted by an SOS that is not sent yet, and what they will see. @param families those of its caller */
export const alertedBySos = (families: readonly { name: string }[], isLocationBlocked: boolean): string =>
  t(
    isLocationBlocked
      ? '{families, plural, one {Everyone in {family}} other {Everyone in your families}} will be alerted. This browser may not use your location, so they will see where you were last, if that is known.'
      : '{families, plural, one {Everyone in {family}} other {Everyone in your families}} will be alerted and will see where you are.',
    { families: families.length, family: families[0]?.name ?? '' },
  );

/** The answers that a person who was called can choose, the most helpful first. */
export const OFFERED_ANSWERS = ['coming', 'safe', 'call'] as const satisfies SosAnswer[];

/** What a button says that gives an answer. */
export const answerLabel = (answer: (typeof OFFERED_ANSWERS)[number]): string =>
  t({ coming: 'On my way', safe: 'I am safe', call: 'Call me' }[answer]);

/** What a person has answered. @param caller for who reads it and did not call */
export function answerText(name: string, answer: SosAnswer, caller?: string): string {
  if (answer === 'call' && caller !== undefined) return t('{name} asks {caller} to call', { name, caller });
  return t(
    {
      coming: '{name} is on the way',
      safe: '{name} is safe',
      call: '{name} asks you to call',
      seen: '{name} has seen it',
    }[answer],
    { name },
  );
}

/** What the caller needs to know of the answers in one line: who comes and whom to call, else the last one; null: none. */
export function answersText({ people }: SosCall): string | null {
  const coming = people.filter(({ answer }) => answer === 'coming');
  const toCall = people.filter(({ answer }) => answer === 'call');
  const [newest] = people
    .filter(({ answer }) => answer !== null)
    .toSorted((one, other) => Date.parse(other.answeredAt ?? '') - Date.parse(one.answeredAt ?? ''));
  if (!newest?.answer) return null;
  if (coming.length + toCall.length === 0) return answerText(newest.name, newest.answer);
  return [
    coming[0] &&
      t('{count, plural, one {{name} is on the way} other {# are on the way}}', {
        count: coming.length,
        name: coming[0].name,
      }),
    toCall[0] &&
      t('{count, plural, one {{name} asks you to call} other {# ask you to call}}', {
        count: toCall.length,
        name: toCall[0].name,
      }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What the user has answered. */
export const ownAnswerText = (answer: SosAnswer): string =>
  t(
    {
      coming: 'You answered: on my way',
      safe: 'You answered: I am safe',
      call: 'You answered: call me',
      seen: 'The caller knows that you have seen it',
    }[answer],
  );

/** The same of an answer that the server does not have yet. */
export const unsentAnswerText = (answer: SosAnswer): string =>
  t(
    {
      coming: 'Not sent yet: on my way',
      safe: 'Not sent yet: I am safe',
      call: 'Not sent yet: call me',
      seen: 'The caller does not know yet that you have seen it',
    }[answer],
  );

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A call that its caller did not end; those of clients that cannot end one are open for less than a day. */
function expiredText(durationMs: number): string {
  return durationMs < HOUR_MS
    ? t('The SOS ended after {count, plural, one {# minute} other {# minutes}} without an all-clear.', {
        count: Math.round(durationMs / MINUTE_MS),
      })
    : t('The SOS ended after {count, plural, one {# hour} other {# hours}} without an all-clear.', {
        count: Math.round(durationMs / HOUR_MS),
      });
}

/** How a call ended, which is still open without an ending. */
export interface CallEnd {
  ending: SosEnding | null;
  userName: string;
  startedAt: string;
  endedAt: string | null;
}

/** How a call ended; null while it is open. */
export function endText({ ending, userName: name, startedAt, endedAt }: CallEnd): string | null {
  if (ending === null) return null;
  if (ending === 'expired') return expiredText(Date.parse(endedAt ?? startedAt) - Date.parse(startedAt));
  return t(
    {
      safe: '{name} is safe. The SOS is over.',
      falseAlarm: 'False alarm from {name}. The SOS is over.',
    }[ending],
    { name },
  );
}

/** That a person calls for help, where they are named beside it. */
export const callSinceText = ({ startedAt }: Pick<SosCall, 'startedAt'>): string =>
  t('SOS since {time}', { time: timeOfDay(startedAt) });

/** A position this much older than its SOS was known before: the browser found no new one. */
const KNOWN_BEFORE_MS = 30_000;

/**
 * What the people called see of where the caller is: a browser may not know it, or not yet.
 * @param families how many the caller is in
 * @param now epoch milliseconds
 */
export function seenPositionText(
  { position, startedAt }: Pick<SosCall, 'position' | 'startedAt'>,
  families: number,
  now: number,
): string {
  const foundAt = Date.parse(position.timestamp);
  const age = now - foundAt;
  return age < SOS_POSITION_STALE_MS && foundAt > Date.parse(startedAt) - KNOWN_BEFORE_MS
    ? t(
        '{families, plural, one {Your family sees} other {Your families see}} your live position until you end this SOS.',
        { families },
      )
    : t('{families, plural, one {Your family sees} other {Your families see}} where you were {ago}.', {
        families,
        ago: ago(age),
      });
}

/** From when until when a call was open. */
export function callTimes({ startedAt, endedAt }: Pick<SosCall, 'startedAt' | 'endedAt'>): string {
  if (endedAt === null) return t('Since {time}', { time: dayAndTime(startedAt) });
  const isSameDay = new Date(startedAt).toDateString() === new Date(endedAt).toDateString();
  return t('{start} to {end}', {
    start: dayAndTime(startedAt),
    end: isSameDay ? timeOfDay(endedAt) : dayAndTime(endedAt),
  });
}

/** A person who was called is not reached by anything once there was this much time for it. */
const REACH_TIME_MS = 10_000;
const BEST_FIRST: readonly SosReach['state'][] = ['shown', 'handedOver', 'waiting', 'failed'];

/**
 * How a person was reached as far as it is known, the best first: never more than what is certain. Of who has answered, only
 * where it was shown.
 */
export function reachTexts({ reached, answer }: SosPerson, startedAt: string, now: number): string[] {
  if (answer !== null) return [...new Set(reached.filter(({ state }) => state === 'shown').map(reachText))];
  // What was dropped was not needed: the person has seen it elsewhere.
  const ways = reached.filter(({ state }) => state !== 'dropped');
  if (ways.length === 0)
    return [t(now - Date.parse(startedAt) < REACH_TIME_MS ? 'Being sent' : 'Not reached: no alerts set up')];
  const best = ways.toSorted((one, other) => BEST_FIRST.indexOf(one.state) - BEST_FIRST.indexOf(other.state));
  return [...new Set(best.map(reachText))];
}

function reachText({ how, state, at }: SosReach): string {
  const time = at === null ? '' : timeOfDay(at);
  switch (state) {
    case 'shown':
      return t(how === 'app' ? 'Shown in the app {time}' : 'Shown on a device {time}', { time }).trim();
    case 'handedOver':
      if (how === 'email') return t('Email handed over, not known to be read');
      return t('Sent, not known to be shown');
    case 'waiting':
      return t('Being sent');
    default:
      return t('Could not be sent');
  }
}

/** Without an answer for this long, the page asks the caller to call for help elsewhere. */
const UNANSWERED_MS = 60_000;

/** Whether a call has waited too long for an answer. That it was seen is no answer. */
export const isUnanswered = ({ startedAt, people }: SosCall, now: number): boolean =>
  now - Date.parse(startedAt) >= UNANSWERED_MS &&
  people.every(({ answer }) => answer === null || answer === 'seen');

/** What a caller reads then. */
export const unansweredText = (): string => t('No one has answered yet. Call your local emergency number.');

/** How far the end of a call is that the user has ended. */
export const endingText = (isConnected: boolean): string =>
  isConnected ? t('Ending...') : t('Not ended yet. It ends as soon as there is a connection.');

/** What became of what the user did about an SOS. */
export const outcomeText = (outcome: CallOutcome): string =>
  outcome.what === 'ended'
    ? t('Your SOS is over. Everyone who was alerted is told.')
    : t('{name} did not get your answer: you share no family any more.', outcome);

const ANSWERS: readonly SosAnswer[] = ['seen', 'coming', 'safe', 'call'];

/** A line of the log of a call; null for what this version does not know. */
export function logText({ what, userId, detail }: SosLogEntry, call: SosCall): string | null {
  const name = call.people.find((person) => person.userId === userId)?.name ?? call.userName;
  switch (what) {
    case 'called':
      return t('{name} sent an SOS', { name });
    case 'calledAgain':
      return t('{name} sent it again', { name });
    case 'repeated':
      return t('Sent again to those who had not answered');
    case 'answered': {
      const answer = ANSWERS.find((one) => one === detail);
      return answer ? answerText(name, answer) : null;
    }
    case 'ended':
      return t('The SOS ended');
    case 'notReached':
      return t('{name}: not reached, no alerts set up', { name });
    default:
      return reachedText(name, detail ?? '');
  }
}

function reachedText(name: string, detail: string): string {
  const [how, state] = detail.split('.');
  if (state === 'failed') return t('{name}: could not be sent', { name });
  if (state === 'shown')
    return how === 'app' ? t('{name}: shown in the app', { name }) : t('{name}: shown on a device', { name });
  return how === 'email'
    ? t('{name}: email handed over, not known to be read', { name })
    : t('{name}: sent, not known to be shown', { name });
}
