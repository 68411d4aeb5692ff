import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number): number => Number(fields[index - 3]);
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
    // It ended while we looked.
  } catch {
    return undefined;
  }
}

/** Processor seconds of one process, all its threads. */
export function cpuSecondsOf(pid: number): number {
  return (statOf(pid)?.own ?? 0) / ticksPerSecond;
}

/** Processor seconds of a process and everything it ever started: a database server with all its connections. */
export function cpuSecondsOfFamily(pid: number): number {
  const head = statOf(pid);
  if (head === undefined) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat !== undefined && stat.parent === pid);
  const ticks = children.reduce((sum, stat) => sum + (stat?.own ?? 0), head.own + head.ended);
  return ticks / ticksPerSecond;
}
