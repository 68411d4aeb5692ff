import { CommanderError, Command as Parser, Option as ParserOption } from 'commander';
import { type Command, type CommandGroup, optionLabel } from './command.ts';
import { usageOf } from './describe-command.ts';
import type { Option, RawValues } from './option.ts';

/** Options of every command. */
export const sharedOptions = {
  json: 'print JSON for scripts; errors as JSON on standard error',
  trace: 'print the stack trace of a failure',
} as const;

/** The option of commands that cannot be undone. */
export const yesSummary = 'do it without asking, for scripts';

/** A command that was named on the command line, with what was typed. */
export interface NamedCommand {
  readonly kind: 'command';
  readonly command: Command;
  /** With the name of its group. */
  readonly fullName: string;
  readonly rawValues: Readonly<Record<string, RawValues>>;
  readonly isConfirmed: boolean;
  readonly isTraced: boolean;
}

/** What a command line means. */
export type Arguments =
  | NamedCommand
  /** Help or the version. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string; readonly help: string };

const helpWidth = 110;
/** A group may be part of another one: `parties screening list`. */
const nameWordsMax = 3;

/** Parses a command line by the table. Needs no settings. */
export function parseArguments(
  groups: readonly CommandGroup[],
  args: readonly string[],
  { version }: { readonly version: string },
): Arguments {
  const texts: string[] = [];
  const found: NamedCommand[] = [];
  const write = (text: string): void => void texts.push(text);
  const parser = new Parser('portico')
    .description('The channel layer of a bank. Every command has --help and --json.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: write,
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    });
  for (const { commands, name, summary } of groups) {
    const parent = groupParser(parser, name, summary);
    for (const command of commands) {
      const fullName = fullNameOf(name, command);
      const leaf = addCommand(parent, command);
      leaf.action(() => void found.push(namedCommand(leaf, fullName, command)));
    }
  }
  try {
    parser.parse([...args], { from: 'user' });
    // The parser reports help and errors by this error.
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return outcomeOf(error, texts.join(''));
  }
  return found[0] ?? { kind: 'error', message: 'a command is missing', help: texts.join('') };
}

/** Returns the parser of a group, below those of the words before its last one. */
function groupParser(parser: Parser, name: string, summary: string): Parser {
  if (name === '') return parser;
  const words = name.split(' ');
  return words.reduce((parent, word, index) => {
    const known = parent.commands.find((one) => one.name() === word);
    if (known !== undefined) return known;
    const made = parent.command(word);
    return index === words.length - 1 ? made.description(summary) : made;
  }, parser);
}

/** The name of a command with its group, as it is typed. */
export function fullNameOf(group: string, { name }: Command): string {
  return group === '' ? name : `${group} ${name}`;
}

function addCommand(parent: Parser, command: Command): Parser {
  const { examples, isIrreversible, name, operands, options, summary } = command;
  const leaf = parent
    .command(name)
    .summary(summary)
    .description(
      isIrreversible ? `${summary}. Cannot be undone: asks first, unless --yes is given.` : summary,
    )
    .usage(usageOf(command));
  // Missing operands are reported together with all other errors, so the parser knows them as optional.
  for (const [operand, { occurs, summary: what }] of Object.entries(operands))
    leaf.argument(occurs === 'repeated' ? `[${operand}...]` : `[${operand}]`, what);
  for (const [option, spec] of Object.entries(options)) leaf.addOption(parserOption(option, spec));
  if (isIrreversible) leaf.option('--yes', yesSummary);
  for (const [option, what] of Object.entries(sharedOptions)) leaf.option(optionLabel(option), what);
  const lines = examples.map((example) => `  portico ${example}`);
  return leaf.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

function parserOption(name: string, { choices, fallback, placeholder, summary }: Option): ParserOption {
  const flags = placeholder === undefined ? optionLabel(name) : `${optionLabel(name)} <${placeholder}>`;
  const more = [
    ...(choices === undefined ? [] : [`one of: ${choices.join(', ')}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  const option = new ParserOption(flags, more.length === 0 ? summary : `${summary} (${more.join('; ')})`);
  return placeholder === undefined ? option : option.argParser(collect);
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function namedCommand(leaf: Parser, fullName: string, command: Command): NamedCommand {
  const values: Readonly<Record<string, unknown>> = leaf.opts();
  const typed = leaf.options.map((option): readonly [string, RawValues] => [
    option.long?.slice('--'.length) ?? '',
    rawValuesOf(values[option.attributeName()]),
  ]);
  const operands = Object.keys(command.operands).map((name, index): readonly [string, RawValues] => [
    name,
    rawValuesOf(leaf.processedArgs[index]),
  ]);
  const rawValues = Object.fromEntries([...typed, ...operands]);
  return {
    kind: 'command',
    command,
    fullName,
    rawValues,
    isConfirmed: rawValues['yes'] !== undefined,
    isTraced: rawValues['trace'] !== undefined,
  };
}

function rawValuesOf(value: unknown): RawValues {
  if (value === undefined || value === false) return undefined;
  if (value === true) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length === 0 ? undefined : list.map(String);
}

function outcomeOf({ code, exitCode, message }: CommanderError, text: string): Arguments {
  if (exitCode === 0) return { kind: 'text', text };
  if (code === 'commander.help') return { kind: 'error', message: 'a command is missing', help: text };
  return { kind: 'error', message: message.replace(/^error: /, ''), help: '' };
}

/** The command or group that the first arguments name, for a hint where to find help. */
export function nameIn(groups: readonly CommandGroup[], args: readonly string[]): string {
  const names = groups.flatMap(({ commands, name }) => [
    ...(name === '' ? [] : [name]),
    ...commands.map((command) => fullNameOf(name, command)),
  ]);
  const starts = [nameWordsMax, 2, 1].map((count) => args.slice(0, count).join(' '));
  return starts.find((start) => names.includes(start)) ?? '';
}
