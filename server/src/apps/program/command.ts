import { type ExitCode, exitCodes, type FieldNames } from './failure.ts';
import type { Need, RequiredSettings, Resources } from './need.ts';
import type { OptionTable, RawValues, ValuesOf } from './option.ts';
import type { Output } from './output.ts';

/** How many of several options a command line must have. */
export interface OptionRule {
  readonly count: 'exactly one' | 'at most one' | 'at least one';
  readonly of: readonly string[];
}

/** What the program hands to a command that it runs. */
export interface Invocation {
  readonly resources: Resources;
  readonly out: Output;
  /** Returns after the operator has confirmed what the lines describe; throws otherwise. */
  confirm(lines: readonly string[]): Promise<void>;
}

/** A command line that was read, ready to run. */
export interface ParsedCommand {
  /** Banks that it names, with the name of their option. */
  readonly banks: readonly (readonly [label: string, bankId: string])[];
  run(invocation: Invocation): Promise<ExitCode>;
}

/** One command of the program, as data. Help, completion, reference and checks derive from it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: OptionTable;
  readonly operands: OptionTable;
  readonly rules: readonly OptionRule[];
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /** Undefined if it runs without settings. */
  readonly settings: RequiredSettings | undefined;
  readonly isIrreversible: boolean;
  /** Runs until it is stopped. */
  readonly isProcess: boolean;
  readonly fields: FieldNames;
  /** Reads what was typed; returns all errors at once. */
  parse(
    rawValues: Readonly<Record<string, RawValues>>,
  ): ParsedCommand | { readonly errors: readonly string[] };
}

/** Commands that share their first words: one, or two for a part of another group. The name is empty for commands of one word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

type Call<Options extends OptionTable, Operands extends OptionTable, Opened> = {
  readonly options: ValuesOf<Options>;
  readonly operands: ValuesOf<Operands>;
  readonly out: Output;
} & Opened;

interface Definition<Options extends OptionTable, Operands extends OptionTable, Opened extends object> {
  readonly name: string;
  /** A verb and its object, without a full stop. */
  readonly summary: string;
  readonly options?: Options;
  readonly operands?: Operands;
  readonly rules?: readonly OptionRule[];
  readonly examples: readonly [string, ...string[]];
  readonly needs: Need<Opened>;
  /** Settings that it requires beside those of `needs`. */
  readonly settings?: RequiredSettings;
  readonly fields?: FieldNames;
  readonly isProcess?: boolean;
  /** For what cannot be undone: describes what would happen, to whom. Changes nothing. */
  preview?(call: Call<Options, Operands, Opened>): Promise<readonly string[]>;
  /** Returns `refused` if a check found something; done otherwise. */
  run(call: Call<Options, Operands, Opened>): Promise<ExitCode | undefined>;
}

// biome-ignore lint/complexity/noBannedTypes: the table without an option
type Empty = {};

/** Defines a command; the types of `run` follow from its options, operands and needs. */
export function defineCommand<
  Opened extends object,
  Options extends OptionTable = Empty,
  Operands extends OptionTable = Empty,
>(definition: Definition<Options, Operands, Opened>): Command {
  const { examples, fields = {}, name, needs, rules = [], summary } = definition;
  const { isProcess = false, settings = [] } = definition;
  const options: OptionTable = definition.options ?? {};
  const operands: OptionTable = definition.operands ?? {};
  return {
    name,
    summary,
    options,
    operands,
    rules,
    examples,
    settings: needs.settings && [...needs.settings, ...settings],
    isIrreversible: 'preview' in definition,
    isProcess,
    fields,
    parse(rawValues) {
      const read = {
        options: readTable(options, rawValues, optionLabel),
        operands: readTable(operands, rawValues, operandLabel),
      };
      const errors = [...read.operands.errors, ...read.options.errors, ...ruleErrors(rules, rawValues)];
      if (errors.length > 0) return { errors };
      return {
        banks: [...read.operands.banks, ...read.options.banks],
        async run(invocation) {
          const opened = await needs.open(invocation.resources);
          // oxlint-disable-next-line typescript/consistent-type-assertions -- each value was read by the option of its name
          const values = { options: read.options.values, operands: read.operands.values } as Pick<
            Call<Options, Operands, Opened>,
            'options' | 'operands'
          >;
          const call = { ...values, out: invocation.out, ...opened };
          const preview = await definition.preview?.(call);
          if (preview !== undefined) await invocation.confirm(preview);
          return (await definition.run(call)) ?? exitCodes.done;
        },
      };
    },
  };
}

/** How errors and help name an option. */
export function optionLabel(name: string): string {
  return `--${name}`;
}

/** How errors and help name an operand. */
export function operandLabel(name: string): string {
  return name.toUpperCase();
}

interface ReadTable {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[];
  readonly banks: ParsedCommand['banks'];
}

function readTable(
  table: OptionTable,
  rawValues: Readonly<Record<string, RawValues>>,
  labelOf: (name: string) => string,
): ReadTable {
  const rows = Object.entries(table).map(([name, option]) => ({
    name,
    option,
    label: labelOf(name),
    reading: option.read(rawValues[name]),
  }));
  return {
    values: Object.fromEntries(
      rows.flatMap(({ name, reading }) => ('value' in reading ? [[name, reading.value]] : [])),
    ),
    errors: rows.flatMap(({ label, reading }) => ('wrong' in reading ? [`${label} ${reading.wrong}`] : [])),
    banks: rows.flatMap(({ label, option, reading }) =>
      option.isBank && 'value' in reading && typeof reading.value === 'string'
        ? [[label, reading.value] as const]
        : [],
    ),
  };
}

function ruleErrors(
  rules: readonly OptionRule[],
  rawValues: Readonly<Record<string, RawValues>>,
): readonly string[] {
  return rules.flatMap(({ count, of }) => {
    const found = of.filter((name) => rawValues[name] !== undefined).length;
    const isKept =
      count === 'at least one' ? found >= 1 : found === 1 || (count === 'at most one' && found === 0);
    return isKept
      ? []
      : [
          `${count} is ${count === 'at most one' ? 'allowed' : 'required'} of ${of.map(optionLabel).join(', ')}`,
        ];
  });
}
