/** Returns the seed of this run; set `SEED=` to repeat one. */
export function seedOfRun(): number {
  return Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ~';

/**
 * Returns texts that differ from the given one in exactly one byte, by a plausible one, as a forger would send. Every
 * other last character is among them, because in base64 it has unused bits; the rest change each position once. The
 * same seed gives the same texts.
 */
export function mutantsOf(
  text: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly string[] {
  let state = seed;
  // Lehmer's generator; sufficient to choose characters.
  const below = (limit: number): number => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % limit;
  };
  const changed = (at: number, letter: string): string =>
    `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
  const lastLetters = [...alphabet].map((letter) => changed(text.length - 1, letter));
  const others = Array.from({ length: count }, (_, index) =>
    changed(index % text.length, alphabet.charAt(below(alphabet.length))),
  );
  return [...lastLetters, ...others].filter((mutant) => mutant !== text).slice(0, count);
}
