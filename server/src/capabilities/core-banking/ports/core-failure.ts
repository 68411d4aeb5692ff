/**
 * A call to a core that brought no answer. `not-sent`: the core has not received it, or refused it before it did
 * anything. `unknown`: it may have had its effect, so the caller must ask before it tries again.
 */
export class CoreFailure extends Error {
  override readonly name = 'CoreFailure';
  readonly certainty: 'not-sent' | 'unknown';

  constructor(certainty: 'not-sent' | 'unknown', message: string, options?: ErrorOptions) {
    super(message, options);
    this.certainty = certainty;
  }
}

/** An instruction was submitted again under its id, but with another content. Never a failure of the core. */
export class InstructionConflict extends Error {
  override readonly name = 'InstructionConflict';

  constructor(instructionId: string) {
    super(`instruction ${instructionId} was submitted before with another content`);
  }
}

/** A cursor or an entry reference that the core has not given, or that has expired. */
export class CursorInvalid extends Error {
  override readonly name = 'CursorInvalid';
}
