import { commandTable } from '../server/src/apps/commands/command-table.ts';
import { type Command, operandLabel } from '../server/src/apps/program/command.ts';
import { optionUsage, settingNames, usageOf } from '../server/src/apps/program/describe-command.ts';
import { exitCodeMeanings } from '../server/src/apps/program/failure.ts';
import type { Option } from '../server/src/apps/program/option.ts';
import { fullNameOf, sharedOptions, yesSummary } from '../server/src/apps/program/parse-arguments.ts';

const introduction = `\`npm run portico -- COMMAND\` calls the program with the settings of the development environment, \`node server/src/main.ts COMMAND\` with those of
the process ([all settings](generated/configuration.md)). \`--help\` and \`completion\` need no settings.

- **Usage.** An unknown command or option, a missing or wrong value is refused before anything is opened; all errors are printed at once.
- **\`--json\`.** Every command prints one JSON document on standard output. Commands that report progress print one document per line. Errors are one JSON
  document on standard error: \`{"problem", "message", "errors", "exitCode"}\`. JSON contains no more than the text, and no secrets.
- **What cannot be undone** first describes what it would do. It asks at a terminal, and refuses without one unless \`--yes\` is given.
- **\`--trace\`** prints the stack trace of a failure; without it a failure is described in words.
- **Completion** of a command \`portico\`, such as the function \`portico() { node /opt/portico/server/src/main.ts "$@"; }\` (zsh does not complete for an alias): in bash \`source <(portico completion bash)\`, in zsh \`autoload -Uz compinit; compinit; source <(portico completion zsh)\`, in fish \`portico completion fish | source\`.`;

/** Renders the reference of all commands from their table. */
export function commandsDocument(): string {
  const named = commandTable.flatMap(({ commands, name }) =>
    commands.map((command) => ({ command, fullName: fullNameOf(name, command) })),
  );
  return [
    introduction,
    '',
    '## Exit codes',
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...exitCodeMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    '## All commands',
    '',
    '| Command | What it does |',
    '|---|---|',
    ...named.map(
      ({ command, fullName }) => `| [\`${fullName}\`](#${anchorOf(fullName)}) | ${overview(command)} |`,
    ),
    '',
    '## Options of every command',
    '',
    '| Option | What |',
    '|---|---|',
    ...Object.entries(sharedOptions).map(([name, summary]) => `| \`--${name}\` | ${summary} |`),
    '| `--help` | print usage, options and examples |',
    '',
    '## Reference',
    '',
    ...named.flatMap(({ command, fullName }) => section(fullName, command)),
  ].join('\n');
}

function overview({ isIrreversible, summary }: Command): string {
  return `${escaped(summary)}${isIrreversible ? '. **Cannot be undone**' : ''}`;
}

function section(fullName: string, command: Command): readonly string[] {
  const { examples, isIrreversible, operands, options, settings } = command;
  const rows = [
    ...Object.entries(operands).map(([name, option]) => row(operandLabel(name), option)),
    ...Object.entries(options).map(([name, option]) => row(optionUsage(name, option), option)),
    ...(isIrreversible ? [`| \`--yes\` | ${yesSummary} |`] : []),
  ];
  return [
    `### ${fullName}`,
    '',
    `${capitalised(escaped(command.summary))}.${isIrreversible ? ' **Cannot be undone.**' : ''} ${needsText(settings)}`,
    '',
    '```sh',
    ...new Set([[fullName, usageOf(command)].join(' ').trim(), ...examples].map((line) => `portico ${line}`)),
    '```',
    '',
    ...(rows.length === 0 ? [] : ['| Argument | What |', '|---|---|', ...rows, '']),
  ];
}

function needsText(settings: Command['settings']): string {
  if (settings === undefined) return 'Needs no settings.';
  const names = settingNames(settings).map((name) => `\`${name}\``);
  return names.length === 0 ? 'Needs the settings.' : `Needs ${names.join(', ')}.`;
}

function row(label: string, { choices, fallback, summary }: Option): string {
  const more = [
    ...(choices === undefined ? [] : [`one of ${choices.map((one) => `\`${one}\``).join(', ')}`]),
    ...(fallback === undefined ? [] : [`default \`${fallback}\``]),
  ];
  return `| \`${label}\` | ${escaped(summary)}${more.length === 0 ? '' : `; ${more.join('; ')}`} |`;
}

function anchorOf(fullName: string): string {
  return fullName.replaceAll(' ', '-');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
