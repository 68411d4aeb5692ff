/** The seed of this run, `SEED=` to repeat one. */
export function seedOfRun(): number {
  return Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ~';

/**
 * Texts that differ from the given one in exactly one byte, by one that could stand there: forgers do not send
 * rubbish. Every other last letter is among them, because in base64 it has bits that count for nothing; the rest
 * change every place in turn. The same seed gives the same ones.
 */
export function mutantsOf(
  text: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly string[] {
  let state = seed;
  // Lehmer's numbers; good enough to choose letters.
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
