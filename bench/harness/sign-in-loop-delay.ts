import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preloaded into a process under test with `--import`. The product's metric has the 99th percentile of the event-loop
// delay; a bench needs the maximum. On SIGUSR2 writes the values since the last signal.
const resolutionMs = 5;
const nanosecondsPerMs = 1e6;
const file = process.env['HARNESS_LOOP_DELAY_FILE'];
const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
monitor.enable();
process.on('SIGUSR2', () => {
  // The monitor counts its own interval as delay.
  const shown = (nanoseconds: number): number => Math.max(0, nanoseconds / nanosecondsPerMs - resolutionMs);
  const seen = { maxMs: shown(monitor.max), p99Ms: shown(monitor.percentile(99)) };
  monitor.reset();
  if (file !== undefined) writeFileSync(file, JSON.stringify(seen));
});
