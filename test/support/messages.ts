/**
 * The messages of the client: what `t()` and `<Trans>` are called with, and the texts of errors. `npm run messages`
 * writes them to src/client/i18n/en.json, the list that other languages translate.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { EAGER_ERRORS } from '#client/i18n/errors';
import { LAZY_ERRORS } from '#client/i18n/lazyErrors';

const CLIENT = join(import.meta.dirname, '../../src/client');
export const CATALOG = join(CLIENT, 'i18n/en.json');

/** A message where it is used. */
export interface MessageUse {
  readonly file: string;
  readonly message: string;
  /** Names of the values that are given; null where they are not written at the call. */
  readonly values: readonly string[] | null;
}

/** A node of swc's syntax tree, as far as it is read here. */
type Node = { type?: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every text in a node: of its alternatives, or of the object whose field is taken. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'StringLiteral':
      return [node['value'] as string];
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      return textsIn(node['expression']);
    case 'ConditionalExpression':
      return [...textsIn(node['consequent']), ...textsIn(node['alternate'])];
    case 'MemberExpression':
      return textsIn(node['object']);
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap(({ value }) => textsIn(value));
    default:
      return [];
  }
}

/** The names in an object that is written out; null for anything else. */
function namesIn(node: unknown): string[] | null {
  if (node === undefined) return [];
  if (!isNode(node)) return null;
  if (node.type === 'JSXExpressionContainer') return namesIn(node['expression']);
  if (node.type !== 'ObjectExpression') return null;
  return (node['properties'] as Node[]).map((property) => {
    const key = (property['key'] ?? property) as Node;
    return String(key['value']);
  });
}

function usesIn(node: unknown, file: string): MessageUse[] {
  if (!isNode(node)) return [];
  const found = Object.values(node).flatMap((child) => usesIn(child, file));
  const of = (texts: readonly string[], values: readonly string[] | null) => [
    ...texts.map((message) => ({ file, message, values })),
    ...found,
  ];
  if (node.type === 'CallExpression' && (node['callee'] as Node)['value'] === 't') {
    const [message, values] = node['arguments'] as { expression: unknown }[];
    return of(textsIn(message?.expression), namesIn(values?.expression));
  }
  if (node.type === 'JSXOpeningElement' && (node['name'] as Node)['value'] === 'Trans') {
    const attribute = (wanted: string) =>
      (node['attributes'] as Node[]).find(({ name }) => (name as Node)['value'] === wanted)?.['value'];
    return of(textsIn(attribute('message')), namesIn(attribute('values')));
  }
  return found;
}

/** Every message of the client's files with the values that it gets. */
export function messageUses(): MessageUse[] {
  return readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file))
    .flatMap((file) =>
      usesIn(
        parseSync(readFileSync(join(CLIENT, file), 'utf8'), {
          syntax: 'typescript',
          tsx: file.endsWith('x'),
        }),
        file,
      ),
    );
}

/** All messages in the order of the alphabet. */
export function allMessages(): string[] {
  const errors = [...Object.values(EAGER_ERRORS), ...Object.values(LAZY_ERRORS)];
  return [...new Set([...errors, ...messageUses().map(({ message }) => message)])].toSorted();
}
