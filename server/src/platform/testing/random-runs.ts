/** `npm run check` draws a fifth of the random cases; `npm run check -- --full`, which guards main, draws all of them. */
const share = process.env['CHECKS'] === 'full' ? 1 : 0.2;

/** Returns how many random cases a property draws in this run, given how many the full checks draw. */
export function randomRuns(full: number): number {
  return Math.ceil(full * share);
}
