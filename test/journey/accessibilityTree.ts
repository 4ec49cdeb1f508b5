import type { Page } from 'playwright-core';

/** A node of the tree that browsers pass to screen readers. */
export interface TreeNode {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level: number | null;
}

interface RawNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
  readonly childIds?: readonly string[];
}

const CONTROLS = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'DisclosureTriangle',
  'Date',
  'InputTime',
];

/** All nodes of the page in reading order. */
export async function readTree(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: RawNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (node: RawNode): TreeNode[] => {
    const children = (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      return child ? read(child) : [];
    });
    if (node.ignored) return children;
    const level = node.properties?.find(({ name }) => name === 'level')?.value.value;
    const { value: role = '' } = node.role ?? {};
    const { value: name = '' } = node.name ?? {};
    return [{ role, name: name.trim(), level: typeof level === 'number' ? level : null }, ...children];
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  return root ? read(root) : [];
}

/** What is wrong with a tree: controls without a name, levels of headings that are left out, landmarks. */
export function treeFindings(tree: readonly TreeNode[]): string[] {
  const findings = tree
    .filter(({ role, name }) => CONTROLS.includes(role) && name === '')
    .map(({ role }) => `a ${role} has no name`);
  const headings = tree.filter(({ role }) => role === 'heading');
  headings.forEach(({ name, level }, index) => {
    if (name === '') findings.push('a heading is empty');
    const before = headings[index - 1]?.level ?? 0;
    if ((level ?? 0) > before + 1) findings.push(`heading ${level} "${name}" comes after ${before}`);
  });
  const mains = tree.filter(({ role }) => role === 'main').length;
  const titles = headings.filter(({ level }) => level === 1).length;
  if (titles !== 1) findings.push(`${titles} headings of level 1`);
  if (mains !== 1) findings.push(`${mains} main landmarks`);
  const navigations = tree.filter(({ role }) => role === 'navigation').map(({ name }) => name);
  if (new Set(navigations).size < navigations.length || navigations.includes(''))
    findings.push(`navigation landmarks: ${navigations.join(', ')}`);
  return findings;
}

/** Keeps what live regions say from now on. A region that comes together with its words is not announced. */
const RECORD = `(() => {
  const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
  window.announced = [];
  let known = new WeakSet(document.querySelectorAll(LIVE));
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(LIVE);
      if (region && known.has(region)) window.announced.push(region.textContent);
    }
    known = new WeakSet(document.querySelectorAll(LIVE));
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
})()`;

export const recordAnnouncements = (page: Page): Promise<void> => page.evaluate(RECORD);

/** Waits until a live region has said this. @param cause repeated meanwhile */
export async function untilAnnounced(
  page: Page,
  text: RegExp,
  cause: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  let announced: string[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    await cause();
    announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
    if (announced.some((one) => text.test(one))) return;
    await page.waitForTimeout(500);
  }
  throw new Error(`Not announced: ${text}. Announced: ${announced.join(' | ')}`);
}
