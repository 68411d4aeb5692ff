import { parseArgs } from 'node:util';
import {
  cutOffEmployee,
  isEmployeeId,
  listCutOffEmployees,
  listEmployeeSpellings,
  reinstateEmployee,
} from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { commandContext } from './command-context.ts';
import type { Print } from './print.ts';

const usage = `usage: staff ACTION
  cut-off    EMPLOYEE (--bank BANK | --all-banks) --reason TEXT   end all sessions and tokens of an employee within seconds, and refuse new ones
  reinstate  EMPLOYEE (--bank BANK | --all-banks) --reason TEXT   allow sign-in again; earlier sessions and tokens stay ended
  list       (--bank BANK | --all-banks)                          list employees who are cut off`;

const reasonMax = 200;
interface Options {
  readonly banks: readonly string[];
  readonly employeeId: string | undefined;
  readonly reason: string | undefined;
}

type Action = (context: Context, options: Options, print: Print) => Promise<void>;

const actions: Readonly<Record<string, Action>> = {
  'cut-off': cutOff,
  reinstate: changing(reinstateEmployee),
  list,
};

/** Runs `staff cut-off`, `reinstate` and `list`, which block employees regardless of their identity provider. */
export async function staff(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const run = actions[action];
  const options = optionsFrom(config, rest);
  const isNamed = options?.employeeId !== undefined && options.reason !== undefined;
  if (run === undefined || options === undefined || isNamed === (action === 'list')) {
    print(usage);
    return 2;
  }
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 1, applicationName: 'portico-staff' });
  for (const bankId of options.banks) await run(commandContext(app, 'staff', bankId), options, print);
  if (isNamed && config.erasureLedger === undefined)
    print('Without PORTICO_ERASURE_LEDGER at the worker, a restored backup loses this change.');
  return 0;
}

function changing(change: typeof cutOffEmployee | typeof reinstateEmployee): Action {
  return async (context, { employeeId = '', reason = '' }, print) => {
    const outcome = await change(context, { employeeId, reason });
    print(`bank ${context.bankId}: ${employeeId}: ${outcome}`);
  };
}

/** A mistyped id must not pass for an employee who is cut off. */
async function cutOff(context: Context, options: Options, print: Print): Promise<void> {
  const { employeeId = '' } = options;
  await changing(cutOffEmployee)(context, options, print);
  const known = await listEmployeeSpellings(context, employeeId);
  if (known.includes(employeeId)) return;
  print(
    `bank ${context.bankId}: ${employeeId}: no employee with this id has signed in here. The cut-off is recorded and refuses this spelling only.`,
  );
  if (known.length > 0) print(`bank ${context.bankId}: did you mean ${known.join(', ')}?`);
}

async function list(context: Context, _options: Options, print: Print): Promise<void> {
  const all = await listCutOffEmployees(context);
  for (const { cutOffAt, employeeId } of all)
    print(`bank ${context.bankId}: ${employeeId}: cut off since ${toWireTimestamp(cutOffAt)}`);
  if (all.length === 0) print(`bank ${context.bankId}: no employee is cut off`);
}

function optionsFrom(config: Config, rest: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: { bank: text, 'all-banks': { type: 'boolean', default: false }, reason: text },
    });
    const { 'all-banks': isAll, bank, reason } = values;
    const banks = isAll ? config.banks : config.banks.filter((known) => known === bank);
    const [employeeId, ...others] = positionals;
    const isFaulty = banks.length === 0 || others.length > 0 || (isAll && bank !== undefined);
    if (isFaulty || !isEmployee(employeeId) || !isReason(reason)) return undefined;
    return { banks, employeeId, reason };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function isEmployee(text: string | undefined): boolean {
  return text === undefined || isEmployeeId(text);
}

function isReason(text: string | undefined): boolean {
  return text === undefined || (text.trim() !== '' && text.length <= reasonMax);
}
