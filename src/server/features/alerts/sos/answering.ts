import type { SosAnswer } from '#contract/sos';
import type { SosPersonRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Notice } from '../notice';
import { answerNotice } from './notices';
import type { SosDeps, SosService } from './deps';
import { readVisible } from './stored';
import { callFor } from './view';

/** @see SosService.answer */
export function answering(deps: SosDeps): SosService['answer'] {
  const { stored, inTransaction, delivery, news, publisher, clock, ids } = deps;

  /** @returns what is stored, or undefined when it changes nothing */
  function store(
    { id, userId, answer }: { id: string; userId: string; answer: SosAnswer },
    familyIds: readonly string[],
  ): Promise<{ notices: Notice[]; read: string[] } | undefined> {
    const now = clock.now();
    return inTransaction(async ({ calls, history, reach, alerts }) => {
      const call = await calls.change(id);
      if (!call) throw new DomainError('sos_over');
      const person = (await calls.peopleOf([id])).find(({ user_id }) => user_id === userId);
      if (!person || !isChange(person, answer)) return undefined;
      await calls.setAnswer(id, userId, answer, now);
      await history.addEntry({
        id: ids.next(),
        sos_id: id,
        at: now,
        user_id: userId,
        what: 'answered',
        detail: answer,
      });
      await reach.deleteAnswers(id, call.caller_id, userId);
      const responder = { userId, name: person.name, familyIds };
      const notices = [answerNotice(call, responder, { answer, id: ids.next(), now })];
      await alerts.insert(notices, now);
      return { notices, read: await reach.markRead(id, userId, now) };
    });
  }

  return async (userId, { id, answer }, beforeChange) => {
    const visible = await readVisible(stored, userId, id);
    const { call, people, viewers } = visible;
    if (call.caller_id === userId) throw new DomainError('sos_own');
    if (call.state === 'closed') throw new DomainError('sos_over');
    if (!people.some((person) => person.user_id === userId && isChange(person, answer)))
      return callFor(userId, visible);
    await beforeChange(userId);
    const changed = await store({ id, userId, answer }, viewers.get(userId) ?? []);
    if (changed) delivery.send(changed.notices);
    if (changed && changed.read.length > 0) publisher.alertsRead(userId, changed.read);
    news.publish(id);
    return callFor(userId, await readVisible(stored, userId, id));
  };
}

/** The last answer counts, but 'seen' replaces no other answer. */
const isChange = ({ answer: present }: SosPersonRow, answer: SosAnswer): boolean =>
  answer === 'seen' ? present === null : present !== answer;
