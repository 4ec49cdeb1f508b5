/**
 * A test in which something complains on the console has failed: React about its use, Redux Toolkit about a state that
 * cannot be serialised or was changed in place.
 */
const complaints: string[] = [];
/* oxlint-disable no-console */
console.error = (...words: unknown[]) => void complaints.push(words.map(String).join(' '));
console.warn = (...words: unknown[]) => void complaints.push(words.map(String).join(' '));
/* oxlint-enable no-console */

afterEach(() => {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`The console complains:\n${said.join('\n')}`);
});
