/** The result of a step that does not end the sign-in. */
export interface StepResult {
  readonly kind: 'continues';
  /** Whether the secret of the next step is valid now; if nothing changed, the old secret stays valid. */
  readonly hasAdvanced: boolean;
}

/** The step changed nothing. */
export const unchanged: StepResult = { kind: 'continues', hasAdvanced: false };

/** The sign-in has advanced by one step. */
export const further: StepResult = { kind: 'continues', hasAdvanced: true };
