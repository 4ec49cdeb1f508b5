import type { ChildProcess } from 'node:child_process';

/** The next answer of a process; rejects when it ends instead. */
export function hear<Answer>(child: ChildProcess, name: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`The process ${name} has ended (${code})`));
    child.once('exit', ended);
    child.once('message', (answer: Answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
  });
}
