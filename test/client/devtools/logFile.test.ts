import { mapOpened } from '#client/store/pageActions';
import { InvalidLogError, readLog, writeLog } from '#client/devtools/logFile';
import { replay, hashState } from '#client/devtools/playback';
import { rootReducer } from '#client/app/rootReducer';

const file = (parts: object) => JSON.stringify(parts);

it.each([
  ['', 'The file is not JSON, or was cut off'],
  ['{"payload": "[', 'The file is not JSON, or was cut off'],
  ['[]', 'The file is no action log: it holds no JSON object'],
  ['{}', 'The file is no action log: it has no "payload"'],
  [file({ payload: [] }), 'The list of actions ("payload") is no text'],
  [file({ payload: '[{"type":' }), 'The list of actions ("payload") is not JSON, or was cut off'],
  [file({ payload: '{}' }), 'The list of actions is no list'],
  [file({ payload: '[{"type":"a"},{"payload":1}]' }), 'Action 2 has no type'],
  [file({ payload: '[null]' }), 'Action 1 has no type'],
  [file({ payload: '[]', preloadedState: '{"a"' }), 'The state at the start ("preloadedState") is not JSON'],
  [file({ payload: '[]', preloadedState: 'null' }), 'The state at the start is no object'],
  [
    file({ payload: '[]', preloadedState: '{"zoo":{}}' }),
    'The state at the start has "zoo", which this version',
  ],
  [file({ actionsById: {} }), 'The history in the file has no list of its actions'],
  [file({ actionsById: {}, stagedActionIds: [0, 1] }), 'Action 1 has no type'],
])('given the file %p, then it is refused with "%s"', (text, sentence) => {
  const open = () => replay(readLog(text), rootReducer);
  expect(open).toThrow(InvalidLogError);
  expect(open).toThrow(sentence);
});

it('given a written log, then reading it gives the same log', () => {
  const log = {
    preloadedState: rootReducer(undefined, { type: '@@INIT' }),
    actions: [mapOpened()],
    times: [1_000],
    path: '/family-setup',
  };
  expect(readLog(writeLog(log))).toEqual(log);
});

it('given a wrong number of times, then the log is read without times', () => {
  const text = file({ payload: '[{"type":"a"}]', kinmap: { times: [1, 2], path: 3 } });
  expect(readLog(text)).toEqual({
    actions: [{ type: 'a' }],
    preloadedState: undefined,
    times: null,
    path: '/',
  });
});

it('given another order of keys, then the hash is the same; another value changes it', () => {
  expect(hashState({ a: [1, { b: 'č', c: null }], d: true })).toBe(
    hashState({ d: true, a: [1, { c: null, b: 'č' }] }),
  );
  expect(hashState({ a: 1 })).not.toBe(hashState({ a: 2 }));
});
