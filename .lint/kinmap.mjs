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

export default {
  meta: { name: 'kinmap' },
  rules: { 'no-clock': noClock, 'no-effect-in-views': noEffectInViews },
};
