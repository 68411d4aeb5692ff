import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Processor time of children that have exited. */
  readonly ended: number;
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number): number => Number(fields[index - 3]);
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
    // The process exited in the meantime.
  } catch {
    return undefined;
  }
}

/** Returns the processor seconds of one process with all threads. */
export function cpuSecondsOf(pid: number): number {
  return (statOf(pid)?.own ?? 0) / ticksPerSecond;
}

interface Family {
  readonly ticks: number;
  /** Running processes, and the processor time of exited ones; changes whenever a process exits. */
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
 * Returns the processor seconds of a process and all its descendants, for example a database server with its
 * connections. A child that exits during the read is missing or counted twice, so the function reads until nothing
 * changes.
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
