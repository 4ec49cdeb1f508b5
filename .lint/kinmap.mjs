/** Lint rules of this project that no plugin has. */

/** `new Date()` and `Date()` read the clock; `new Date(value)` only converts and is fine anywhere. */
const noClock = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: 'The clock is read in services only; pass the time in.' });
      }
    },
    CallExpression(node) {
      if (node.callee.name === 'Date') {
        context.report({ node, message: 'The clock is read in services only; pass the time in.' });
      }
    },
  }),
};

/** An effect in a view hides where its data comes from; sagas fetch, views select and dispatch. */
const noEffectInViews = {
  create: (context) => ({
    CallExpression(node) {
      if (/^use(Layout)?Effect$/u.test(node.callee.name ?? '')) {
        context.report({
          node,
          message: 'Views only select and dispatch; effects belong to sagas, ui or map.',
        });
      }
    },
  }),
};

const MAX_TITLE_LENGTH = 100;

/** `it` in `it(...)`, `it.each(...)(...)` and ``it.each`...`(...)``. */
function calleeName({ callee }) {
  let node = callee;
  while (node.type !== 'Identifier') {
    node = node.object ?? node.callee ?? node.tag;
    if (!node) return '';
  }
  return node.name;
}

function titleLength(node) {
  if (node?.type === 'TemplateLiteral')
    return node.quasis.reduce((sum, { value }) => sum + value.cooked.length, 0);
  return typeof node?.value === 'string' ? node.value.length : 0;
}

/** A title is read in a list of a thousand others. */
const shortTitles = {
  create: (context) => ({
    CallExpression(node) {
      if (!['it', 'test', 'describe'].includes(calleeName(node))) return;
      if (titleLength(node.arguments[0]) > MAX_TITLE_LENGTH)
        context.report({ node, message: `A test title has at most ${MAX_TITLE_LENGTH} characters.` });
    },
  }),
};

/** Attributes that people read or hear. */
const READ = /^(label|title|hint|placeholder|alt|subtitle|note|text|word|busyWord|offline|aria-label)$/u;
/** Attributes whose words are for the browser. */
const TECHNICAL =
  /^(className|d|viewBox|preserveAspectRatio|transform|rel|allow|sandbox|style|srcDoc|key|centerKey|id|to|href)$/u;
const LETTER = /\p{L}/u;
/** Begins like a sentence or a title, or has several words. */
const LIKE_TEXT = /^\p{Lu}\p{Ll}|\p{L}.*\s.*\p{L}/su;
/** Part of a sentence around a value. */
const LIKE_PART = /\p{Lu}\p{Ll}|\p{Ll}{2,}\s|\s\p{Ll}{2,}|[.!?:]\s/u;
const BRAND = 'Kinmap';

const isText = (node) => node.type === 'Literal' && typeof node.value === 'string';
const attributeName = ({ name }) => (name.type === 'JSXIdentifier' ? name.name : '');

/** The texts that the first argument of `t` may come to; null when they are not written there. */
function writtenTexts(node) {
  if (isText(node)) return [node.value];
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return [node.quasis[0].value.cooked];
  const parts =
    node.type === 'ConditionalExpression'
      ? [node.consequent, node.alternate]
      : node.type === 'MemberExpression' && node.object.type === 'ObjectExpression'
        ? node.object.properties.map(({ value }) => value)
        : null;
  const texts = parts?.map((part) => part && writtenTexts(part));
  return texts?.every(Boolean) ? texts.flat() : null;
}

/** Why a text needs no translation where it stands; null when it does. */
function excuse(node) {
  for (let at = node, { parent } = node; parent; at = parent, { parent } = parent) {
    if (parent.type === 'CallExpression' && parent.callee.name === 't') return 'a message';
    if (parent.type === 'JSXAttribute') {
      const name = attributeName(parent);
      if (name === 'message' && parent.parent.name.name === 'Trans') return 'a message';
      if (TECHNICAL.test(name)) return 'for the browser';
    }
    if (/^(Import|Export).*Declaration$|^TS.*Type$/u.test(parent.type)) return 'no text';
    if (parent.type === 'BinaryExpression' && parent.operator !== '+') return 'compared';
    if (parent.type === 'Property' && (parent.key === at || parent.key.name === 'type')) return 'a name';
    if (parent.type === 'NewExpression' && parent.callee.name?.endsWith('Error')) return 'for engineers';
  }
  return null;
}

/** What people read comes from a message of i18n, whole: other languages order words in another way. */
const textsFromMessages = {
  create(context) {
    const say = (node, message) => context.report({ node, message });
    const literal = 'Put texts into t() or <Trans>, so that other languages have theirs.';
    return {
      JSXText(node) {
        if (LETTER.test(node.value) && node.value.trim() !== BRAND) say(node, literal);
      },
      Literal(node) {
        if (!isText(node) || node.value === BRAND || excuse(node) !== null) return;
        const isRead = node.parent.type === 'JSXAttribute' && READ.test(attributeName(node.parent));
        if (LIKE_TEXT.test(node.value) || (isRead && LETTER.test(node.value))) say(node, literal);
      },
      TemplateLiteral(node) {
        if (node.expressions.length === 0 || excuse(node) !== null) return;
        const parts = node.quasis.map(({ value }) => value.cooked);
        // 'button button-' begins the name of a class.
        if (parts.some((part) => LIKE_PART.test(part)) && !parts[0].endsWith('-')) say(node, literal);
      },
      CallExpression(node) {
        if (node.callee.name !== 't') return;
        if (writtenTexts(node.arguments[0]) === null)
          say(node, 'Write the messages of t() where it is called, so that they can be found.');
        if (node.parent.type === 'TemplateLiteral' || node.parent.operator === '+')
          say(node, 'Put the whole sentence into one message.');
      },
    };
  },
};

export default {
  meta: { name: 'kinmap' },
  rules: {
    'no-clock': noClock,
    'no-effect-in-views': noEffectInViews,
    'short-titles': shortTitles,
    'texts-from-messages': textsFromMessages,
  },
};
