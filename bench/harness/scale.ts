/** Size of a run: `ci` for the checks, `night` for the nightly script, `full` for the figures of a release. */
export type Scale = 'ci' | 'night' | 'full';

/** Options of every torture run. */
export interface TortureOptions {
  readonly scale: Scale;
  readonly seed: number;
}

const scales: readonly Scale[] = ['ci', 'night', 'full'];

export function scaleFrom(environment: Readonly<Record<string, string | undefined>>): Scale {
  const given = environment['TORTURE'] ?? 'ci';
  const scale = scales.find((known) => known === given);
  if (scale === undefined) throw new Error(`TORTURE must be one of ${scales.join(', ')}`);
  return scale;
}

/** Returns the seed from `SEED`, or a random one. Every random run prints its seed. */
export function seedFrom(environment: Readonly<Record<string, string | undefined>>): number {
  const given = environment['SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}

/** Returns a generator with the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
