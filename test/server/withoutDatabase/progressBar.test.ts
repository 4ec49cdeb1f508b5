import { progressBar } from '#server/cli/progressBar';

/** What a bar on a terminal writes. */
function terminal() {
  const lines: string[] = [];
  const out = { isTTY: true, write: (line: string) => lines.push(line) };
  return { lines, bar: progressBar(out as unknown as NodeJS.WriteStream) };
}

it('given a copy that goes on where an earlier one stopped, then the rate counts the rows of this one', async () => {
  const { lines, bar } = terminal();
  bar.show('positions', 1_000_000, 2_000_000);
  await new Promise((resolve) => setTimeout(resolve, 120));
  bar.show('positions', 1_000_001, 2_000_000);
  expect(lines.at(-1)).toMatch(/50 % {2}1000001 of 2000000 rows, \d a second {2}positions/u);
});

it('given the next phase, then the rate counts its rows alone', async () => {
  const { lines, bar } = terminal();
  bar.show('positions', 0, 2_000_000);
  bar.show('positions', 2_000_000, 2_000_000);
  bar.show('checked', 2_000, 2_000_000);
  await new Promise((resolve) => setTimeout(resolve, 120));
  bar.show('checked', 2_001, 2_000_000);
  expect(lines.at(-1)).toMatch(/2001 of 2000000 rows, \d a second {2}checked/u);
});
