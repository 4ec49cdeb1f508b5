/** A place in a state whose value an action has changed. */
export interface Change {
  /** As one would write it, e.g. `alerts.items[0].read`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** More would be no summary. */
const MOST_CHANGES = 200;

/** What differs between two JSON values: the deepest places, in order. Equal parts are passed over by reference. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  collect(before, after, '', changes);
  return changes;
}

function collect(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (Object.is(before, after) || changes.length >= MOST_CHANGES) return;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ path, before, after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const deeper = Array.isArray(after) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    collect(before[key], after[key], deeper, changes);
  }
}

/** One can look inside. */
function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
