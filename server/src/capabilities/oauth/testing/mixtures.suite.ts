/** One way to choose a value for each part of an attack. */
export type Choice = Readonly<Record<string, string>>;

/** Every way to choose one of each. */
export function combinations(parts: Readonly<Record<string, readonly string[]>>): readonly Choice[] {
  return Object.entries(parts).reduce<readonly Choice[]>(
    (made, [name, values]) => made.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  );
}

export interface Trial {
  /** Whether the attack was refused. */
  readonly attempt: () => Promise<boolean>;
  /** Whether the victim's own use works afterwards. */
  readonly use: () => Promise<boolean>;
}

/** What came of trying every choice. */
export interface Outcome {
  readonly tried: number;
  readonly letThrough: readonly Choice[];
  /** Refused, but the victim could not use its own afterwards. */
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
