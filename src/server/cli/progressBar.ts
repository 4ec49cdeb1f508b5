import { performance } from 'node:perf_hooks';

const WIDTH = 30;
/** The shortest time between two drawings, in milliseconds. */
const DRAW_EVERY_MS = 100;

/** Draws a bar on a terminal; elsewhere writes a line whenever the name changes. */
export function progressBar(out: NodeJS.WriteStream): {
  show(name: string, done: number, total: number): void;
  end(): void;
} {
  /** Where the rate is counted from: a copy may go on with rows of an earlier run, and each phase counts from 0. */
  let start = { at: 0, done: 0 };
  let doneBefore = Infinity;
  let drawnAt = -Infinity;
  let shown = '';
  return {
    show(name, done, total) {
      const now = performance.now();
      if (!out.isTTY) {
        if (name !== shown) out.write(`${name}, ${done} of ${total}\n`);
        shown = name;
        return;
      }
      if (done < doneBefore) start = { at: now, done };
      doneBefore = done;
      if (now - drawnAt < DRAW_EVERY_MS && done < total) return;
      drawnAt = now;
      const part = total === 0 ? 1 : done / total;
      const filled = Math.round(part * WIDTH);
      const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled);
      const rate = Math.round((done - start.done) / Math.max(0.001, (now - start.at) / 1_000));
      out.write(
        `\r\u001B[K[${bar}] ${Math.floor(part * 100)} %  ${done} of ${total} rows, ${rate} a second  ${name}`,
      );
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
