const mask = '[secret]';

/**
 * A value that must not reach a log, a trace or an error text: however the object is printed, it shows only a mask. A
 * class, because only a private field is inaccessible to every printer.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The only access to the value; easy to find in review. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  // Used by console.log, util.inspect and assertion messages.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}
