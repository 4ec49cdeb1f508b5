import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '#client/devtools/logFile';
import { type Playback, replay } from '#client/devtools/playback';
import { fullReducer } from './fullReducer';
import { outlineOf } from './outline';

/** What is kept of a journey: the log and the final state as the browser had them, and an outline for people. */
export interface Fixture {
  /** In DevTools' form. */
  log: string;
  /** JSON. */
  state: string;
  outline: string;
}

const FILES = { log: '.log.json', state: '.state.json', outline: '.outline.txt' } as const;
const KINDS = Object.keys(FILES) as (keyof Fixture)[];

const fileOf = (name: string, kind: keyof Fixture) => join(import.meta.dirname, 'logs', name + FILES[kind]);

export function readFixture(name: string): Fixture {
  const read = (kind: keyof Fixture) => readFileSync(fileOf(name, kind), 'utf8').trimEnd();
  return { log: read('log'), state: read('state'), outline: read('outline') };
}

export function writeFixture(name: string, fixture: Fixture): void {
  for (const kind of KINDS) writeFileSync(fileOf(name, kind), `${fixture[kind]}\n`);
}

export function playbackOf(log: string): Playback {
  return replay(readLog(log), fullReducer);
}

/**
 * A log with the state and the outline that belong to it.
 * @param state JSON of the state that the browser had; without it, what the reducers make of the log
 * @throws when a reducer throws, or the reducers come to another state than the browser
 */
export function fixtureOf(log: string, about: string, state?: string): Fixture {
  const playback = playbackOf(log);
  if (playback.failure)
    throw new Error(`Action ${playback.failure.action} throws: ${playback.failure.message}`);
  const reduced = JSON.stringify(playback.stateAt(playback.length));
  if (state !== undefined && state !== reduced)
    throw new Error('Replaying the log gives another state than the browser had');
  return { log, state: reduced, outline: outlineOf(playback, about) };
}
