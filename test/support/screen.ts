import { spawn } from 'node:child_process';

const SIZE = '1400x1000x24';
const START_TIMEOUT_MS = 30_000;

/** As narrow as Firefox and WebKitGTK make their windows. */
export const NARROW_WINDOW = { width: 450, height: 844 } as const;

/** A screen that no one looks at: for browsers that draw maps only in a window. */
export interface Screen {
  /** For the environment variable `DISPLAY`. */
  readonly display: string;
  close(): void;
}

/** Starts a screen: Xvfb, which Debian has as the package xvfb. */
export async function startScreen(): Promise<Screen> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SIZE, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // Xvfb writes the number of the screen once it accepts windows.
  const number = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb did not start')));
    child.stdio[3]?.once('data', (bytes: Buffer) => {
      clearTimeout(timer);
      resolve(bytes.toString().trim());
    });
  });
  return { display: `:${number}`, close: () => void child.kill() };
}
