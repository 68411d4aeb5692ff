import { describeConfig } from '#platform/config/describe-config.ts';
import { defineCommand } from '../program/command.ts';
import { settingsOnly } from '../program/need.ts';

/** Prints the effective settings and their sources. */
export const configCommand = defineCommand({
  name: 'config',
  summary: 'print the effective settings and their sources, secrets hidden',
  examples: ['config'],
  needs: settingsOnly,
  async run({ config, out }) {
    const rows = describeConfig(config).map(({ name, source, value }) => ({ name, value, source }));
    out.result(
      { settings: rows },
      rows.map(({ name, source, value }) => `${name}=${value}  # ${source}`),
    );
  },
});
