import { readFileSync } from 'node:fs';
import { compileMessage as compileAsLingui } from '@lingui/message-utils/compileMessage';
import { compileMessage, type Token } from '#client/i18n/compileMessage';
import { messageId } from '#client/i18n/text';
import { allMessages, CATALOG, messageUses } from '../../support/messages';

/** Names of the values that a message needs, without those of Lingui's own, such as the offset of a plural. */
function valuesOf(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return [];
  return (tokens as Token[]).flatMap((token) =>
    typeof token === 'string'
      ? []
      : [token[0], ...Object.values(token[2] ?? {}).flatMap((choice) => valuesOf(choice))],
  );
}

const names = (values: readonly string[]) => [...new Set(values)].toSorted().join(', ');

it('given the texts of the client, then en.json lists each, and no other', () => {
  expect(allMessages().length).toBeGreaterThan(300);
  // `npm run messages` brings the list up to date.
  expect(JSON.parse(readFileSync(CATALOG, 'utf8'))).toEqual(allMessages());
});

it('given a message, then it gets the values that it names, and no other', () => {
  const wrong = messageUses().filter(
    ({ message, values }) => values !== null && names(valuesOf(compileMessage(message))) !== names(values),
  );
  expect(wrong).toEqual([]);
});

it('given a message, then Lingui’s own compiler finds the same values in it', () => {
  for (const message of allMessages())
    expect([message, valuesOf(compileAsLingui(message))]).toEqual([
      message,
      valuesOf(compileMessage(message)),
    ]);
});

it('given all messages, then no two have the same id', () => {
  expect(new Set(allMessages().map(messageId)).size).toBe(allMessages().length);
});
