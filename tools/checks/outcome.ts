import type { CommandResult } from './command.ts';

/** Result of a step. The output is printed only when the step failed. */
export interface Outcome {
  readonly isPassed: boolean;
  readonly output: string;
  /** Tests that the step ran; they are counted in addition to the step. */
  readonly tests?: { readonly passed: number; readonly failed: number };
}

/** Returns the outcome of a program: exit code 0 passes. */
export function outcomeOf({ code, output }: CommandResult): Outcome {
  return { isPassed: code === 0, output };
}

/** Returns the outcome of a check: no fault passes. */
export function outcomeOfFaults(faults: readonly string[]): Outcome {
  return { isPassed: faults.length === 0, output: faults.join('\n') };
}

/** Combines the parts of one step: it passes when all parts pass. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    isPassed: outcomes.every(({ isPassed }) => isPassed),
    output: outcomes
      .filter(({ isPassed }) => !isPassed)
      .map(({ output }) => output)
      .join('\n'),
  };
}
