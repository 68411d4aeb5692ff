import type { CommandResult } from './command.ts';

/** What a step of the gate found. The output is shown only when it failed. */
export interface Outcome {
  readonly isPassed: boolean;
  readonly output: string;
  /** Tests the step has run, to be counted beside the step itself. */
  readonly tests?: { readonly passed: number; readonly failed: number };
}

/** A program passes by ending with 0. */
export function outcomeOf({ code, output }: CommandResult): Outcome {
  return { isPassed: code === 0, output };
}

/** A check of our own passes by finding nothing. */
export function outcomeOfFaults(faults: readonly string[]): Outcome {
  return { isPassed: faults.length === 0, output: faults.join('\n') };
}

/** Several parts of one step: passed when all are. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    isPassed: outcomes.every(({ isPassed }) => isPassed),
    output: outcomes
      .filter(({ isPassed }) => !isPassed)
      .map(({ output }) => output)
      .join('\n'),
  };
}
