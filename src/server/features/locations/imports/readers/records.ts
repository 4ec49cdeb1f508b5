export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that should hold an object; empty otherwise. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** A field that should hold an array; empty otherwise. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
