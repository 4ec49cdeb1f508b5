import { readFileSync } from 'node:fs';
import { playbackOf } from './fixtures';

it('given a log with a position nine minutes late, then no marker moves back', () => {
  const playback = playbackOf(readFileSync('docs/replay/late-position.json', 'utf8'));
  expect(playback.length).toBe(48);
  expect(playback.changedAt(47)).toEqual(['locations']);
  expect(playback.changedAt(48)).toEqual([]);
});
