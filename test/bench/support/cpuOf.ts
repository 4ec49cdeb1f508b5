import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of the kernel's clock in a second; 100 on every Linux there is. */
const TICKS_PER_SECOND = 100;

/** Processor time in microseconds that another program and its children have used so far. Linux only. */
export function cpuOf(pid: number): number {
  const own = ticksOf(pid);
  const ofChildren = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => ticksOf(Number(name)))
    .filter((other) => other.parent === pid);
  const ticks = own.used + own.ended + ofChildren.reduce((sum, { used }) => sum + used, 0);
  return (ticks / TICKS_PER_SECOND) * 1e6;
}

/** Of a process: its parent, its time, and the time of its children that have ended. */
function ticksOf(pid: number): { parent: number; used: number; ended: number } {
  try {
    // The name, in parentheses, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index] ?? 0,
    );
    return { parent, used: user + system, ended: endedUser + endedSystem };
  } catch {
    return { parent: 0, used: 0, ended: 0 };
  }
}
