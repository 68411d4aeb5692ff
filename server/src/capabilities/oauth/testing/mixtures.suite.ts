/** One value for each part of an attack. */
export type Choice = Readonly<Record<string, string>>;

/** Returns all combinations of one value for each part. */
export function combinations(parts: Readonly<Record<string, readonly string[]>>): readonly Choice[] {
  return Object.entries(parts).reduce<readonly Choice[]>(
    (made, [name, values]) => made.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  );
}

export interface Trial {
  /** Returns whether the attack was refused. */
  readonly attempt: () => Promise<boolean>;
  /** Returns whether the victim's own use works afterwards. */
  readonly use: () => Promise<boolean>;
}

/** Result of trying every choice. */
export interface Outcome {
  readonly tried: number;
  readonly letThrough: readonly Choice[];
  /** Refused, but the victim's own use failed afterwards. */
  readonly spoiled: readonly Choice[];
}

export async function tryAll(
  choices: readonly Choice[],
  trialOf: (choice: Choice) => Promise<Trial>,
): Promise<Outcome> {
  const letThrough: Choice[] = [];
  const spoiled: Choice[] = [];
  for (const choice of choices) {
    const { attempt, use } = await trialOf(choice);
    if (!(await attempt())) letThrough.push(choice);
    if (!(await use())) spoiled.push(choice);
  }
  return { tried: choices.length, letThrough, spoiled };
}
