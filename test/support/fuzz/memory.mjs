/** Loaded into a server under test (`--import`): at SIGUSR2 it collects its garbage and prints what is left, in bytes. */
process.on('SIGUSR2', () => {
  // A second time for what the first one only made free to go.
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`memory ${JSON.stringify({ heap: heapUsed + external, rss })}\n`);
});
