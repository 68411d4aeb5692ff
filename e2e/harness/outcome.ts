import type { Scale } from './browser-harness.ts';

/** How a check went. */
export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly note: string | undefined;
  /** Error message of a failed check. */
  readonly finding: string | undefined;
}

export interface RunOptions {
  readonly scale: Scale;
  readonly seed: number;
  /** Runs only checks whose name contains this text. */
  readonly only: string;
  /** Runs only the main flows. */
  readonly isFlowsOnly: boolean;
  readonly report: (outcome: Outcome, done: number, total: number) => void;
}

/** Runs a check, which returns a remark for the report. */
export async function outcomeOf(name: string, run: () => Promise<string | undefined>): Promise<Outcome> {
  const startedAt = performance.now();
  const secondsSince = (): number => (performance.now() - startedAt) / 1_000;
  try {
    const note = await run();
    return { name, seconds: secondsSince(), note, finding: undefined };
    // A failed check does not stop the others.
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error);
    return { name, seconds: secondsSince(), note: undefined, finding };
  }
}
