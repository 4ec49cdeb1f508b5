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

export default {
  meta: { name: 'kinmap' },
  rules: { 'no-clock': noClock, 'no-effect-in-views': noEffectInViews, 'short-titles': shortTitles },
};
