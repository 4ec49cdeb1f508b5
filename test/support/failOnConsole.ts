/**
 * Fails a test during which the console gets a warning or an error: React warns about wrong use, Redux Toolkit about
 * state that cannot be serialised or was mutated.
 */
const messages: string[] = [];
const record = (...parts: unknown[]): void => void messages.push(parts.map(String).join(' '));
Object.assign(console, { error: record, warn: record });

afterEach(() => {
  const recorded = messages.splice(0);
  if (recorded.length > 0) throw new Error(`Unexpected console output:\n${recorded.join('\n')}`);
});
