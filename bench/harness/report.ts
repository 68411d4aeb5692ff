/** What a run found out, in the form every run ends with. */
export interface Figure {
  readonly name: string;
  readonly figure: string;
  readonly goal: string;
  readonly isReached: boolean;
  /** Good enough for the gate, where neighbours share the machine; where absent, only the goal is. */
  readonly holdsGuard?: boolean;
}

export type Row = readonly (string | number)[];

/** A table on the terminal: names to the left, numbers to the right. */
export function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const [first = [], ...rest] = all;
  return [line(first), widths.map((width) => '─'.repeat(width)).join('  '), ...rest.map(line)].join('\n');
}

const barWidth = 30;

/** Progress: a bar that redraws itself on a terminal, one line per tenth elsewhere. */
export function progress(name: string, total: number): (done: number, note?: string) => void {
  let shownTenth = -1;
  return (done, note = '') => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    if (process.stderr.isTTY) {
      const filled = Math.round(share * barWidth);
      process.stderr.write(
        `\r${name} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total} ${note}\u001b[K`,
      );
      if (share === 1) process.stderr.write('\n');
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === shownTenth) return;
    shownTenth = tenth;
    process.stderr.write(`${name}: ${tenth * 10} % (${done}/${total}) ${note}\n`);
  };
}

/**
 * Ends a run: the figures, one line each, and an exit code that tells whether the goals were reached. With
 * `GATE=guard` a figure that depends on the machine's mood only has to hold its guard; the line still says the truth.
 */
export function conclude(figures: readonly Figure[]): never {
  for (const { name, figure, goal, isReached } of figures) {
    console.log(`${name}: ${figure} (goal ${goal})${isReached ? '' : ' NOT REACHED'}`);
  }
  const isGate = process.env['GATE'] === 'guard';
  const isGood = ({ isReached, holdsGuard }: Figure): boolean => isReached || (isGate && holdsGuard === true);
  process.exit(figures.every(isGood) ? 0 : 1);
}
