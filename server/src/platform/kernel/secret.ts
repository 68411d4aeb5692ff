const mask = '[secret]';

/**
 * Holds a value that must not reach a log, a trace or an error text: however the object is printed, it shows
 * only that there is a secret. A class because only a private field is out of reach of every printer.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The one way to the value; easy to find in review. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  // What console.log, util.inspect and assertion messages ask for.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}
