import { findChanges, type Playback } from '#client/devtools/playback';

/** Caused by the clock and not by the user. */
const BY_THE_CLOCK = 'session/clockTicked';

/**
 * What a log does, for people to review when it is recorded again: each action with the places in the state that it
 * changed, then the final state. What differs from run to run is left out: ids, times, and how often in a row the same
 * came.
 */
export function outlineOf(playback: Playback, about: string): string {
  const steps = Array.from({ length: playback.length }, (_, index) => stepOf(playback, index + 1));
  const lines = steps.filter((step, index) => step !== '' && step !== steps[index - 1]);
  const state = JSON.stringify(playback.stateAt(playback.length), null, 2);
  return [about, '', ...lines, '', 'Final state:', withoutChance(state)].join('\n');
}

function stepOf(playback: Playback, position: number): string {
  const type = playback.log.actions[position - 1]?.type ?? '';
  if (type === BY_THE_CLOCK) return '';
  const paths = findChanges(playback.stateAt(position - 1), playback.stateAt(position)).map(({ path }) =>
    path.replaceAll(/\[\d+\]/gu, '[]'),
  );
  return [type, ...new Set(paths)]
    .map((text, index) => (index === 0 ? text : `    ${withoutChance(text)}`))
    .join('\n');
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const ISO_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/gu;
const EPOCH_TIME = /\b1[6-9]\d{11}\b/gu;

/** Ids by the order in which they come, times without their value. */
function withoutChance(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(ID, (id) => {
      if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`);
      return ids.get(id) ?? id;
    })
    .replaceAll(ISO_TIME, '<time>')
    .replaceAll(EPOCH_TIME, '<time>');
}
