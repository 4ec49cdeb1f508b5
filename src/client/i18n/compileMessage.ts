/** A text, or a value's name with how it is shown: `['count', 'plural', { one: [...], other: [...] }]`. */
export type Token = string | [name: string, type?: string, cases?: Record<string, Token[]>];

/**
 * Compiles an ICU message to what Lingui interpolates. It knows values, `number`, `plural`, `selectordinal` and `select`,
 * nested as one likes, but no quoting: our texts have the typographic apostrophe. Lingui's own compiler is 5 kB larger.
 */
export function compileMessage(message: string): Token[] {
  const words = message.split(/([{}#])/u);
  const next = () => words.shift() ?? '';
  function compileText(): Token[] {
    const tokens: Token[] = [];
    while (words.length > 0) {
      const word = next();
      if (word === '}') break;
      tokens.push(word === '{' ? compileValue() : word);
    }
    return tokens;
  }
  function compileValue(): Token {
    const [name = '', type, firstCase] = next()
      .split(',')
      .map((part) => part.trim());
    const cases: Record<string, Token[]> = {};
    let label = firstCase;
    while (next() === '{') {
      cases[label ?? ''] = compileText();
      label = next().trim();
    }
    return type === undefined ? [name] : [name, type, cases];
  }
  return compileText();
}
