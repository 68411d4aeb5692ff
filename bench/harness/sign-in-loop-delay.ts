import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a process under test before its own program, by `--import`. The product's metric tells what 99 of 100
// turns stayed below; a bench wants the longest one. Asked by SIGUSR2, it writes what was since it was asked last.
const resolutionMs = 5;
const nanosecondsPerMs = 1e6;
const file = process.env['RIG_LOOP_DELAY_FILE'];
const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
monitor.enable();
process.on('SIGUSR2', () => {
  // The monitor counts its own interval as delay.
  const shown = (nanoseconds: number): number => Math.max(0, nanoseconds / nanosecondsPerMs - resolutionMs);
  const seen = { maxMs: shown(monitor.max), p99Ms: shown(monitor.percentile(99)) };
  monitor.reset();
  if (file !== undefined) writeFileSync(file, JSON.stringify(seen));
});
