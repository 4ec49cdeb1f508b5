import { codedError } from '#contract/codedError';
import * as fc from 'fast-check';
import { linkify } from '#client/features/chat/linkify';
import { dayLabel, timeLabel } from '#client/features/chat/messages';
import { selectRows } from '#client/features/chat/viewModels';
import { messagesLoaded } from '#client/features/chat/slice';
import { errorMessage } from '#contract/errors';
import { problemWithMessage } from '#contract/messageText';
import { parsePositionText, formatPositionText } from '#shared/positionText';
import { createMessage } from '../../support/builders';
import { signedInStore } from '../../support/signedInStore';

const links = (content: string) => linkify(content).flatMap(({ href }) => href ?? []);

describe('addresses in a message', () => {
  it.each([
    ['see https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
    ['http://example.org, and HTTPS://EXAMPLE.ORG/X!', ['http://example.org/', 'https://example.org/X']],
    ['„https://example.org“ “https://example.org/q”', ['https://example.org/', 'https://example.org/q']],
    ['javascript:alert(1) data:text/html,x ftp://example.org //example.org', []],
    ['https://bank.example@evil.example/', []],
    ['https://', []],
    ['https://example.org/a\u202egnp.exe', ['https://example.org/a']],
    ['https://exam\u200bple.org', ['https://exam/']],
  ])('given %j, then %j can be opened', (content, expected) => {
    expect(links(content)).toEqual(expected);
  });

  it('given a browser without URL.canParse, such as Safari 16, then an address can be opened', () => {
    const { canParse } = URL;
    Reflect.deleteProperty(URL, 'canParse');
    try {
      expect(links('see https://example.org')).toEqual(['https://example.org/']);
    } finally {
      Object.assign(URL, { canParse });
    }
  });

  it('given any text, then its parts are the text, and every address is http or https', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.webUrl(),
            fc.constantFrom('javascript:', ' ', '<', '\u202e'),
          ),
        ),
        (pieces) => {
          const content = pieces.join('');
          expect(
            linkify(content)
              .map(({ text }) => text)
              .join(''),
          ).toBe(content);
          expect(links(content).filter((href) => !/^https?:\/\/[^@]*/u.test(href))).toEqual([]);
        },
      ),
    );
  });
});

describe('a position as a text', () => {
  it('given any place, then it is read back, to six decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.option(fc.nat(999_999)),
        fc.constantFrom('own' as const, 'place' as const),
        (latitude, longitude, accuracy, kind) => {
          const read = parsePositionText(formatPositionText({ latitude, longitude }, accuracy, kind));
          expect(read?.kind).toBe(kind);
          expect(read?.latitude).toBeCloseTo(latitude, 6);
          expect(read?.longitude).toBeCloseTo(longitude, 6);
          expect(read?.accuracy).toBe(accuracy);
        },
      ),
    );
  });

  it.each([
    'My position: geo:91,0',
    'geo:1,2',
    'My position: geo:1,2;u=1;x=2',
    'x My position: geo:1,2',
    'A Place: geo:1,2',
    'My position: geo:1e5,2',
  ])('given %s, then it is a text like any other', (content) =>
    expect(parsePositionText(content)).toBeNull(),
  );
});

describe('what can be sent', () => {
  it.each([
    ['👨‍👩‍👧‍👦', null],
    ['\u202eabc', null],
    ['x'.repeat(4_000), null],
    ['😀'.repeat(4_000), null],
    ['x'.repeat(4_001), 'A message can be at most 4,000 characters'],
    ['\u200b\u2066', 'Write a message first'],
    ['a\0', 'The message has a character that cannot be sent'],
    ['\ud800', 'The message has a character that cannot be sent'],
  ])('given %j, then the problem is %j', (content, problem) => {
    const code = problemWithMessage(content);
    expect(code && errorMessage(codedError(code))).toBe(problem);
  });
});

describe('the list', () => {
  it('given several days, then days have headings, senders are grouped, and times are as specified', async () => {
    jest.useFakeTimers();
    const { store } = await signedInStore();
    jest.useRealTimers();
    const times = [
      '2026-04-01T09:00:00',
      '2026-04-30T22:00:00',
      '2026-05-01T08:05:00',
      '2026-05-01T08:06:00',
    ];
    const messages = times.map((time, index) =>
      createMessage(index + 1, { timestamp: new Date(time).toISOString() }),
    );
    store.dispatch(messagesLoaded({ familyId: 'f1', messages }));
    const rows = selectRows(store.getState());
    expect(rows.map(dayLabel)).toEqual(['Apr 1, 2026', 'Yesterday', 'Today', null]);
    expect(rows.map(({ first }) => first)).toEqual([true, true, true, false]);
    expect(rows.map(timeLabel)).toEqual(['Apr 1, 9:00 AM', 'Apr 30, 10:00 PM', '8:05 AM', '8:06 AM']);
  });
});
