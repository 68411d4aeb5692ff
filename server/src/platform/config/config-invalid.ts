/** One thing wrong with the configuration, in words for the person who has to repair it. */
export interface ConfigError {
  readonly name: string;
  readonly wrong: string;
  readonly expected: string;
}

/** Everything that is wrong, told at once, so that one restart is enough. Never holds a secret. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
  readonly faults: readonly ConfigError[];

  constructor(faults: readonly ConfigError[]) {
    const lines = faults.map(({ name, wrong, expected }) => `  ${name} ${wrong}. Expected: ${expected}.`);
    super(['The configuration cannot be used:', ...lines].join('\n'));
    this.faults = faults;
  }
}
