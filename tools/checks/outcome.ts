import type { CommandResult } from './command.ts';

/** Result of a step. The output is printed only when the step failed. */
export interface Outcome {
  readonly isPassed: boolean;
  readonly output: string;
  /** Printed also when the step passed. */
  readonly notes?: readonly string[];
  /** Tests that the step ran; they are counted in addition to the step. */
  readonly tests?: { readonly passed: number; readonly failed: number };
}

/** Returns the outcome of a program: exit code 0 passes. */
export function outcomeOf({ code, output }: CommandResult): Outcome {
  return { isPassed: code === 0, output };
}

/** Returns the outcome of a check: no error passes. */
export function outcomeOfErrors(errors: readonly string[]): Outcome {
  return { isPassed: errors.length === 0, output: errors.join('\n') };
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
