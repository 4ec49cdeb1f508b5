/** Absolute paths; undefined where not installed. */
export function findPrograms(): Readonly<Record<'initdb' | 'postgres' | 'redis', string | undefined>>;
