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

interface Family {
  readonly ticks: number;
  /** Who lives, and what those who ended have left behind; changes whenever somebody ends. */
  readonly members: string;
}

function familyOf(pid: number): Family {
  const head = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, stat: statOf(name) }))
    .filter(({ stat }) => stat !== undefined && stat.parent === pid);
  const ticks = children.reduce(
    (sum, { stat }) => sum + (stat?.own ?? 0),
    (head?.own ?? 0) + (head?.ended ?? 0),
  );
  return { ticks, members: `${head?.ended} ${children.map(({ name }) => name).join(' ')}` };
}

const calmMs = 250;
const looksMax = 40;

/**
 * Processor seconds of a process and everything it ever started: a database server with all its connections. A child
 * that ends just now is in neither list or in both, so we look until nobody has come or gone for a while.
 */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  let seen = familyOf(pid);
  for (let looks = 0; looks < looksMax; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, calmMs));
    const now = familyOf(pid);
    if (now.members === seen.members) return now.ticks / ticksPerSecond;
    seen = now;
  }
  return seen.ticks / ticksPerSecond;
}
