/** What a step ends in, when it does not end the sign-in. */
export interface StepResult {
  readonly kind: 'moved';
  /** Whether the secret of the next step opens it now; a step that changed nothing leaves the old one in force. */
  readonly isFurther: boolean;
}

/** Nothing was done. */
export const unchanged: StepResult = { kind: 'moved', isFurther: false };

/** One step further. */
export const further: StepResult = { kind: 'moved', isFurther: true };
