import { compileMessage as lingui } from '@lingui/message-utils/compileMessage';
import { i18n } from '@lingui/core';
import { compileMessage } from '#client/i18n/compileMessage';
import { messageId, t } from '#client/i18n/text';

const AGE = 'Seen {count, plural, one {# minute} other {# minutes}} ago by {name}';
const NESTED = '{who, select, me {My} other {{name}’s {count, plural, one {place} other {# places}}}}';

describe('a message', () => {
  it.each([
    [1, 'Seen 1 minute ago by Ana'],
    [5, 'Seen 5 minutes ago by Ana'],
    [1_200, 'Seen 1,200 minutes ago by Ana'],
  ])('given %p, then its plural fits and numbers are grouped', (count, text) => {
    expect(t(AGE, { count, name: 'Ana' })).toBe(text);
  });

  it('given cases within cases, then the innermost are filled in as well', () => {
    expect(t(NESTED, { who: 'me' })).toBe('My');
    expect(t(NESTED, { who: 'ben', name: 'Ben', count: 2 })).toBe('Ben’s 2 places');
  });

  it('given a value with braces or the sign for numbers, then it is not taken for a placeholder', () => {
    expect(t('Leave {name}?', { name: '{x} # {y, plural, other {}}' })).toBe(
      'Leave {x} # {y, plural, other {}}?',
    );
  });

  it('given a value with an escape sequence, then it is shown as it is written', () => {
    const name = String.raw`\u0041 \x41 \n "`;
    expect(t('Leave {name}?', { name })).toBe(`Leave ${name}?`);
  });

  it.each([AGE, NESTED, 'Plain', 'At most {max, number}'])(
    'given %p, then Lingui’s compiler reads the same',
    (message) => {
      const values = { count: 3, name: 'Ana', who: 'x', max: 4_000 };
      const texts = [compileMessage, lingui].map((compile) => {
        i18n.setMessagesCompiler(compile);
        return t(message, values);
      });
      i18n.setMessagesCompiler(compileMessage);
      expect(texts[0]).toBe(texts[1]);
    },
  );
});

describe('another language', () => {
  afterEach(() => i18n.activate('en'));

  it('given a catalog by ids, then its texts and plurals are taken, and English where it has none', () => {
    i18n.load('pl', {
      [messageId('Sign in')]: 'Zaloguj się',
      [messageId('{count} new')]: '{count, plural, one {# nowa} few {# nowe} other {# nowych}}',
    });
    i18n.activate('pl');
    expect([t('Sign in'), t('{count} new', { count: 3 }), t('Cancel')]).toEqual([
      'Zaloguj się',
      '3 nowe',
      'Cancel',
    ]);
  });
});
