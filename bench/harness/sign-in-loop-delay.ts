import { readFileSync, writeFileSync } from 'node:fs';

// Preloaded into a process under test with `--import`. The product's metric has the 99th percentile of the event-loop
// delay; a bench needs the longest one, and how much of it the thread was ready to run and got no processor. On SIGUSR2
// writes the values since the last signal.
const everyMs = 5;
const nanosecondsPerMs = 1e6;
const file = process.env['HARNESS_LOOP_DELAY_FILE'];
const schedule = `/proc/self/task/${process.pid}/schedstat`;

/** Returns for how long the main thread has waited for a processor so far. */
function waitedMs(): number {
  const [, nanoseconds = '0'] = readFileSync(schedule, 'utf8').split(' ');
  return Number(nanoseconds) / nanosecondsPerMs;
}

let last = { atMs: performance.now(), waitedMs: waitedMs() };
let longest = { maxMs: 0, waitedMs: 0 };
setInterval(() => {
  const seen = { atMs: performance.now(), waitedMs: waitedMs() };
  const delayMs = seen.atMs - last.atMs - everyMs;
  if (delayMs > longest.maxMs) longest = { maxMs: delayMs, waitedMs: seen.waitedMs - last.waitedMs };
  last = seen;
}, everyMs).unref();

process.on('SIGUSR2', () => {
  if (file !== undefined) writeFileSync(file, JSON.stringify(longest));
  longest = { maxMs: 0, waitedMs: 0 };
});
