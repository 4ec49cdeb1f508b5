/** FNV-1a with 64 bits: its start value and its prime. */
const OFFSET = 0xcbf2_9ce4_8422_2325n;
const PRIME = 0x100_0000_01b3n;

/**
 * A short name of a state, the same on every machine for the same JSON, whatever the order of its keys: 16 hexadecimal
 * digits. It tells states apart; it protects nothing.
 */
export function hashOf(state: unknown): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(canonical(state)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}

/** JSON with the keys of every object in order. */
function canonical(state: unknown): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
