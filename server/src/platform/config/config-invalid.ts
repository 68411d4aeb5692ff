/** One error of the configuration, described for the operator who has to fix it. */
export interface ConfigError {
  readonly name: string;
  readonly wrong: string;
  readonly expected: string;
}

/** All errors of the configuration at once, so that one restart is enough. Never contains a secret. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
  readonly errors: readonly ConfigError[];

  constructor(errors: readonly ConfigError[]) {
    const lines = errors.map(({ name, wrong, expected }) => `  ${name} ${wrong}. Expected: ${expected}.`);
    super(['The configuration is invalid:', ...lines].join('\n'));
    this.errors = errors;
  }
}
