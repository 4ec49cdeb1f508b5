import { Tokenizer, TokenParser, TokenType, type ParsedElementInfo } from '@streamparser/json';
import { DomainError } from '#server/domainError';
import type { FixCollector } from './fixCollector';
import { DEPTH_MAX, tokenLimit, type FixParser, type ImportFormat } from './fixParser';
import { formatOfEmpty, jsonElements, LISTS, ROOT_FIELDS, type JsonElements } from './jsonElements';

/** Values, names and punctuation of one element: a track of 50,000 positions has fewer. */
const ELEMENT_TOKENS_MAX = 500_000;
/** Characters of all texts of one element. */
const ELEMENT_CHARACTERS_MAX = 8_388_608;
const WHOLE_FIELDS: ReadonlySet<string> = new Set(ROOT_FIELDS);

/** Reads the formats that are JSON. Only one element of a list is in memory at a time. */
export function jsonParser(collector: FixCollector): FixParser {
  const limit = tokenLimit();
  const elements = jsonElements(collector);
  const checkElement = elementLimit();
  const emptyLists = emptyListWatch();
  let values: TokenParser | undefined;

  const tokens = new Tokenizer();
  tokens.onToken = (token) => {
    limit.tokenEnded();
    checkElement(token.token, token.value);
    emptyLists.watch(token.token, token.value);
    values ??= valueParser(token.token, elements);
    values.write(token);
  };

  return {
    get format(): ImportFormat | undefined {
      // An account without positions has an export as well.
      return elements.format() ?? (values?.isEnded ? emptyLists.format() : undefined);
    },
    write(piece) {
      limit.read(piece);
      tokens.write(piece);
    },
    end() {
      tokens.end();
      if (!values?.isEnded) throw new DomainError('import_unreadable');
      elements.end();
    },
  };
}

/** @param first the token that the file begins with: a list, or an object that has lists */
function valueParser(first: TokenType, elements: JsonElements): TokenParser {
  const paths =
    first === TokenType.LEFT_BRACKET
      ? ['$.*']
      : [...LISTS.map((list) => `$.${list}.*`), ...ROOT_FIELDS.map((field) => `$.${field}`)];
  // Without `keepStack` the parser drops what it has passed on, and what no path selects.
  const parser = new TokenParser({ paths, keepStack: false });
  parser.onValue = ({ value, key, stack }: ParsedElementInfo) => {
    if (first === TokenType.LEFT_BRACKET) elements.read('', value);
    else if (stack.length === 1) elements.readField(String(key), value);
    else elements.read(String(stack[1]?.key), value);
  };
  return parser;
}

/** Remembers the format that the first empty list of the root object implies. */
function emptyListWatch() {
  let depth = 0;
  let name = '';
  let isOpened = false;
  let format: ImportFormat | undefined;
  return {
    format: () => format,
    watch(token: TokenType, value: unknown): void {
      if (token === TokenType.RIGHT_BRACKET && isOpened) format ??= formatOfEmpty(name);
      isOpened = token === TokenType.LEFT_BRACKET && depth === 1;
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
      else if (token === TokenType.STRING && depth === 1) name = String(value);
    },
  };
}

/** Limits what the parser has to keep while it reads one element. @throws DomainError 400 import_unreadable */
function elementLimit(): (token: TokenType, value: unknown) => void {
  let depth = 0;
  let count = 0;
  let characters = 0;
  /** Between elements; those of the root object are in its lists, but some of its fields are kept as a whole. */
  let outerDepth: number | undefined;
  return (token, value) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    outerDepth ??= token === TokenType.LEFT_BRACKET ? 1 : 2;
    if (depth === 1 && token === TokenType.STRING) outerDepth = WHOLE_FIELDS.has(String(value)) ? 1 : 2;
    if (depth <= outerDepth) {
      count = 0;
      characters = 0;
    }
    count += 1;
    if (typeof value === 'string') characters += value.length;
    if (depth > DEPTH_MAX || count > ELEMENT_TOKENS_MAX || characters > ELEMENT_CHARACTERS_MAX) {
      throw new DomainError('import_unreadable');
    }
  };
}
