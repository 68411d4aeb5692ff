import {
  decideValue,
  getValue,
  listValues,
  proposeValue,
  type ValueVerdict,
} from '#capabilities/configuration/index.ts';
import {
  type ClassificationSchema,
  literalLengthMax,
  literalPattern,
} from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { refusal } from '../program/failure.ts';
import { database } from '../program/need.ts';
import { bank, flag, line, type Option, required, text, textLike, uuid } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { classifications } from '../wiring.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { endOf, startOf, timeOrDay } from './command-time.ts';
import { changeAsJson, changeLine, schemaLine, valueAsJson, valueLine } from './format-classification.ts';

const needs = database;
const textMax = 300;
const literalForm = `small letters, digits and hyphens, at most ${literalLengthMax} characters`;
const codeMax = 20;

const schema = required(text('SCHEMA', 'schema-id of the classification, as listed'));
const literal = required(
  textLike('LITERAL', 'literal of the value', {
    expected: literalForm,
    // Literals of the starting set may be longer.
    isValid: (given) => given.length <= textMax && given !== '',
  }),
);
const change = required(uuid('ID', 'id of the change, as listed'));
const at = timeOrDay('at this time, or at the end of this day; now without it');
const description = (language: string): Option<string | undefined> =>
  line('TEXT', `description in ${language}`, textMax);

const list = defineCommand({
  name: 'list',
  summary: 'list the classifications of a bank, or the values of one',
  options: { bank, schema: text('SCHEMA', 'schema-id; all classifications without it'), at },
  examples: [
    'classifications list --bank 01',
    'classifications list --bank 01 --schema legal-structures --at 2026-12-01',
  ],
  needs,
  async run({ contextFor, options, out }) {
    if (options.schema === undefined) {
      const known = classifications.map(({ bank: rights, id }) => ({
        schemaId: id,
        kind: rights === undefined ? 'enum' : 'class',
        mayAdd: rights?.mayAdd ?? false,
      }));
      out.result({ bank: options.bank, classifications: known }, classifications.map(schemaLine));
      return;
    }
    const wanted = schemaOf(options.schema);
    const context = contextFor(options.bank);
    const time = (options.at === undefined ? undefined : endOf(options.at)) ?? context.clock.now();
    const { proposed, values } = await listValues(context, { schema: wanted, at: time });
    out.result(
      {
        bank: options.bank,
        schemaId: wanted.id,
        at: toWireTimestamp(time),
        values: values.map(valueAsJson),
        proposed: proposed.map(changeAsJson),
      },
      [...values.map((value) => valueLine(value, time)), ...proposed.map(changeLine)],
    );
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show a value, as it is or was on a day, and its changes',
  options: { bank, schema, literal, at },
  examples: [
    'classifications show --bank 01 --schema legal-structures --literal family-office',
    'classifications show --bank 01 --schema legal-structures --literal family-office --at 2026-12-01',
  ],
  needs,
  async run({ contextFor, options, out }) {
    const wanted = schemaOf(options.schema);
    const context = contextFor(options.bank);
    const time = (options.at === undefined ? undefined : endOf(options.at)) ?? context.clock.now();
    const found = await getValue(context, { schema: wanted, literal: options.literal, at: time });
    const { changes, next, value } = found;
    out.result(
      {
        bank: options.bank,
        schemaId: wanted.id,
        literal: options.literal,
        at: toWireTimestamp(time),
        value: value === undefined ? null : valueAsJson(value),
        next: next === undefined ? null : changeAsJson(next),
        changes: changes.map(changeAsJson),
      },
      [
        value === undefined
          ? `${options.literal}: no value at ${toWireTimestamp(time)}`
          : valueLine(value, time),
        ...(next === undefined ? [] : [`next: ${changeLine(next)}`]),
        ...changes.map(changeLine),
      ],
    );
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose a new value, new descriptions or an end; another employee approves',
  options: {
    bank,
    schema,
    literal,
    code: textLike('CODE', 'code of a new value', {
      expected: `1 to ${codeMax} letters, digits, points and hyphens`,
      isValid: (given) => new RegExp(`^[A-Za-z0-9.-]{1,${codeMax}}$`).test(given),
    }),
    parent: text('LITERAL', 'literal of the parent value'),
    en: description('English'),
    de: description('German'),
    fr: description('French'),
    nl: description('Dutch'),
    ar: description('Arabic'),
    until: textLike('TIME', 'last day or time at which new data may use the value; or never', {
      expected: 'a day (2026-12-01), a time (2026-12-01T08:00:00Z), or never',
      isValid: (given) => given === 'never' || endOf(given) !== undefined,
    }),
    'starting-set': flag('return to the descriptions of the starting set, and remove the end'),
    from: timeOrDay('when it takes effect; from its approval on without it'),
    employee,
    reason,
  },
  examples: [
    'classifications propose --bank 01 --schema legal-structures --literal family-office --code FO --en "Office of a family." --employee e-17 --reason "new customers"',
    'classifications propose --bank 01 --schema correction-reasons --literal migration --until 2026-12-31 --employee e-17 --reason "migration is over"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const wanted = schemaOf(options.schema);
    if (!isKnownLiteral(wanted, options.literal) && !isLiteral(options.literal))
      throw refusal(`${options.literal} is not a literal: use ${literalForm}`);
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { de, en, fr, nl, ar, until } = options;
    const changeId = await proposeValue(context, {
      schema: wanted,
      literal: options.literal,
      code: options.code,
      texts: omitUndefined({ en, de, fr, nl, ar }),
      parentLiteral: options.parent,
      validUntil: until === undefined ? undefined : until === 'never' ? null : endOf(until),
      isStartingSet: options['starting-set'],
      effectiveFrom: options.from === undefined ? undefined : startOf(options.from),
      reason: options.reason,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, schemaId: wanted.id, literal: options.literal, changeId }, [
      `${wanted.id} ${options.literal}: change proposed by ${options.employee}`,
      `next: another employee: classifications approve --bank ${options.bank} --schema ${wanted.id} --literal ${options.literal} --change ${changeId} --employee …`,
    ]);
  },
});

const decisionOptions = { bank, schema, literal, change, employee } as const;
const decisionExample =
  '--bank 01 --schema legal-structures --literal family-office --change 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-23';

const approve = defineCommand({
  name: 'approve',
  summary: 'approve the change that another employee proposed',
  options: decisionOptions,
  examples: [`classifications approve ${decisionExample}`],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    printDecision(await decideValue(context, verdictOf(options, 'approve')), out);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject the proposed change, or withdraw it',
  options: decisionOptions,
  examples: [`classifications reject ${decisionExample}`],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    printDecision(await decideValue(context, verdictOf(options, 'reject')), out);
  },
});

/** Commands with which a bank keeps the values of classifications, two employees for each change. */
export const classificationCommands: CommandGroup = {
  name: 'classifications',
  summary: 'change the values that a bank keeps, such as legal structures, two employees for each',
  commands: [list, show, propose, approve, reject],
};

function schemaOf(id: string): ClassificationSchema {
  const found = classifications.find((one) => one.id === id);
  if (found === undefined)
    throw refusal(`no classification has the schema-id ${id}`, ['next: classifications list --bank BANK']);
  return found;
}

interface DecisionOptions {
  readonly schema: string;
  readonly literal: string;
  readonly change: string;
  readonly employee: string;
}

function verdictOf(options: DecisionOptions, verdict: ValueVerdict['verdict']): ValueVerdict {
  const { change: changeId, employee: employeeId, literal: itsLiteral } = options;
  return { schema: schemaOf(options.schema), literal: itsLiteral, changeId, verdict, employeeId };
}

function printDecision(decided: ClassificationChange, out: Output): void {
  out.result({ change: changeAsJson(decided) }, [changeLine(decided)]);
}

function isKnownLiteral({ values }: ClassificationSchema, wanted: string): boolean {
  return values.some((value) => value.literal === wanted);
}

function isLiteral(wanted: string): boolean {
  return wanted.length <= literalLengthMax && new RegExp(literalPattern).test(wanted);
}
