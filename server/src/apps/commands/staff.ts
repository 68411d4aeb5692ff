import {
  cutOffEmployee,
  isEmployeeId,
  listCutOffEmployees,
  listEmployeeSpellings,
  reinstateEmployee,
} from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { database } from '../program/need.ts';
import { required, textLike } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { bankSelection, bankSelectionRules, banksOf, reason } from './bank-selection.ts';

const employee = required(
  textLike('EMPLOYEE', 'id of an employee', { expected: 'the id of an employee', isValid: isEmployeeId }),
);
const cutOff = defineCommand({
  name: 'cut-off',
  summary: 'end all sessions and tokens of an employee within seconds, and refuse new ones',
  operands: { employee },
  options: { ...bankSelection, reason },
  rules: bankSelectionRules,
  examples: ['staff cut-off EMPLOYEE --all-banks --reason "left the bank"'],
  needs: database,
  async run({ config, contextFor, operands, options, out }) {
    const change = { employeeId: operands.employee, reason: options.reason };
    for (const bankId of banksOf(options, config)) {
      const context = contextFor(bankId);
      printOutcome(out, context, change.employeeId, await cutOffEmployee(context, change));
      await warnUnknown(context, change.employeeId, out);
    }
    warnWithoutLedger(config, out);
  },
});

const reinstate = defineCommand({
  name: 'reinstate',
  summary: 'allow an employee to sign in again; earlier sessions and tokens stay ended',
  operands: { employee },
  options: { ...bankSelection, reason },
  rules: bankSelectionRules,
  examples: ['staff reinstate EMPLOYEE --all-banks --reason "came back"'],
  needs: database,
  async run({ config, contextFor, operands, options, out }) {
    const change = { employeeId: operands.employee, reason: options.reason };
    for (const bankId of banksOf(options, config)) {
      const context = contextFor(bankId);
      printOutcome(out, context, change.employeeId, await reinstateEmployee(context, change));
    }
    warnWithoutLedger(config, out);
  },
});

const list = defineCommand({
  name: 'list',
  summary: 'list employees who are cut off',
  options: bankSelection,
  rules: bankSelectionRules,
  examples: ['staff list --all-banks'],
  needs: database,
  async run({ config, contextFor, options, out }) {
    const found: { readonly bank: string; readonly employee: string; readonly cutOffAt: string }[] = [];
    const lines: string[] = [];
    for (const bankId of banksOf(options, config)) {
      const all = await listCutOffEmployees(contextFor(bankId));
      if (all.length === 0) lines.push(`bank ${bankId}: no employee is cut off`);
      for (const { cutOffAt, employeeId } of all) {
        const since = toWireTimestamp(cutOffAt);
        found.push({ bank: bankId, employee: employeeId, cutOffAt: since });
        lines.push(`bank ${bankId}: ${employeeId}: cut off since ${since}`);
      }
    }
    out.result({ cutOff: found }, lines);
  },
});

/** Commands that block employees regardless of their identity provider. */
export const staffCommands: CommandGroup = {
  name: 'staff',
  summary: 'cut off employees at once',
  commands: [cutOff, reinstate, list],
};

function printOutcome(out: Output, { bankId }: Context, employeeId: string, outcome: string): void {
  out.progress({ bank: bankId, employee: employeeId, outcome }, `bank ${bankId}: ${employeeId}: ${outcome}`);
}

/** A mistyped id must not pass for an employee who is cut off. */
async function warnUnknown(context: Context, employeeId: string, out: Output): Promise<void> {
  const known = await listEmployeeSpellings(context, employeeId);
  if (known.includes(employeeId)) return;
  const { bankId } = context;
  out.progress(
    { bank: bankId, employee: employeeId, warning: 'employee-unknown', similar: known },
    `bank ${bankId}: ${employeeId}: no employee with this id has signed in here. The cut-off is recorded and refuses this spelling only.`,
  );
  if (known.length > 0) out.hint(`bank ${bankId}: did you mean ${known.join(', ')}?`);
}

function warnWithoutLedger({ erasureLedger }: Config, out: Output): void {
  if (erasureLedger === undefined)
    out.hint('Without PORTICO_ERASURE_LEDGER at the worker, a restored backup loses this change.');
}
