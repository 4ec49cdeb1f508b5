/** A text, or a placeholder's name with its format: `['count', 'plural', { one: [...], other: [...] }]`. */
export type Token = string | [name: string, type?: string, cases?: Record<string, Token[]>];

/**
 * Compiles an ICU message to the tokens that Lingui interpolates. Supports placeholders, `number`, `plural`,
 * `selectordinal` and `select`, nested to any depth, but no quoting by apostrophes, which no text needs. Lingui's own
 * compiler is 5 kB larger.
 */
export function compileMessage(message: string): Token[] {
  const parts = message.split(/([{}#])/u);
  const next = () => parts.shift() ?? '';
  function compileText(): Token[] {
    const tokens: Token[] = [];
    while (parts.length > 0) {
      const part = next();
      if (part === '}') break;
      tokens.push(part === '{' ? compilePlaceholder() : part);
    }
    return tokens;
  }
  function compilePlaceholder(): Token {
    const [name = '', type, firstCase] = next()
      .split(',')
      .map((field) => field.trim());
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
