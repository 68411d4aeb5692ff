/**
 * How much of a test is repeated: `npm run check` draws a tenth of the random cases, `npm run check -- --full` two
 * fifths, the nightly script all of them. Of an exhaustive loop they take every seventh case, every third, and all;
 * odd steps, so that each bit of a byte is reached.
 */
export const checkSizes = {
  quick: { share: 0.1, step: 7 },
  full: { share: 0.4, step: 3 },
  night: { share: 1, step: 1 },
} as const;

export type CheckSize = keyof typeof checkSizes;

function currentSize(): (typeof checkSizes)[CheckSize] {
  const name = process.env['CHECKS'] ?? 'quick';
  const known = Object.entries(checkSizes).find(([size]) => size === name);
  if (known === undefined) throw new Error(`CHECKS must be one of: ${Object.keys(checkSizes).join(', ')}`);
  return known[1];
}

const { share, step } = currentSize();

/** Returns how many random cases a property draws in this run, given how many the nightly script draws. */
export function randomRuns(full: number): number {
  return Math.ceil(full * share);
}

/** Returns how often a loop repeats one case in this run, given how often the nightly script does. */
export function repetitions(full: number): number {
  return Math.ceil(full * share);
}

/** Distance between the cases of an exhaustive loop that this run takes. */
export const caseStep: number = step;
