import type { SosAnswer } from '#contract/sos';
import type { Storage } from '#client/services/types';

/** Answers by the id of the SOS. */
export type WaitingAnswers = Record<string, SosAnswer>;

const ANSWERS: readonly unknown[] = ['seen', 'coming', 'safe', 'call'] satisfies SosAnswer[];

/** The answers in a kept text; none when it is not what we wrote. */
function answersIn(text: string | null): WaitingAnswers {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
    return Object.fromEntries(entries.filter(([, answer]) => ANSWERS.includes(answer)));
  } catch {
    return {};
  }
}

/** The answers of a person that wait on this device until the server has them, the same for all tabs. */
export function createAnswerQueue(storage: Storage, userId: string) {
  const key = `sosAnswers:${userId}`;
  const read = () => answersIn(storage.get(key));
  function write(answers: WaitingAnswers): void {
    if (Object.keys(answers).length === 0) storage.remove(key);
    else storage.set(key, JSON.stringify(answers));
  }
  return {
    read,
    /** The last answer counts, but having seen it replaces no other. */
    add(id: string, answer: SosAnswer): void {
      const answers = read();
      if (answer !== 'seen' || !answers[id]) write({ ...answers, [id]: answer });
    },
    /** Removes an answer, unless there is another one for the same SOS meanwhile. */
    remove(id: string, answer: SosAnswer): void {
      const { [id]: present, ...others } = read();
      if (present === answer) write(others);
    },
    /** Another tab has added or removed one. */
    onChanged: (handler: () => void) => storage.onChanged(key, handler),
  };
}
export type AnswerQueue = ReturnType<typeof createAnswerQueue>;
