import type { Config, ConfigSource } from './load-config.ts';
import { type Setting, settingRows } from './settings.ts';

/** One line of the output of the `config` command; contains no secret. */
export interface ConfigRow {
  readonly name: string;
  readonly value: string;
  readonly source: ConfigSource;
  readonly description: string;
}

/** Lists the effective configuration. Secrets and the passwords inside addresses are hidden. */
export function describeConfig(config: Config): readonly ConfigRow[] {
  const values: Readonly<Record<string, unknown>> = config;
  return settingRows().map(({ key, name, kind, description }) => ({
    name,
    value: values[key] === undefined ? 'not set' : kind.print(values[key]),
    source: config.sources[key] ?? 'default',
    description,
  }));
}

/** Renders the reference of all settings as a Markdown table. */
export function settingsAsMarkdown(): string {
  const rows = settingRows().map((setting) => {
    const name = setting.kind.file === 'accepted' ? `\`${setting.name}\` ¹` : `\`${setting.name}\``;
    return [name, setting.description, capitalised(setting.kind.expected), presenceText(setting)];
  });
  return [
    '| Setting | What it does | Value | Default |',
    '|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.map(escaped).join(' | ')} |`),
    '',
    '¹ May be read from a file instead: `NAME_FILE` holds the path.',
    '',
    'An empty value counts as not set. A `PORTICO_` name that is not in this table stops the start.',
    '',
  ].join('\n');
}

function presenceText({ presence }: Setting): string {
  if (typeof presence === 'string') return presence === 'required' ? '**required**' : 'not set';
  return presence.default === '' ? 'empty' : `\`${presence.default}\``;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
