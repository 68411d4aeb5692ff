import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { createFileLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import {
  type ErasureLedger,
  eraseParty,
  mergeParties,
  type PartyPorts,
  partyCapability,
  saveServicingUnits,
} from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { commandContext } from './command-context.ts';
import { openCommandPorts } from './command-ports.ts';
import type { Print } from './print.ts';
import { restored } from './restored.ts';

const usage = `usage: parties ACTION
  erase     --bank BANK --party NUMBER              destroy the key of a party; cannot be undone
  merge     --bank BANK --party NUMBER --into NUMBER  merge two records of one party
  units     --bank BANK --file UNITS.json           save servicing units and managers
  restored  the same as: restored apply`;

interface Options {
  readonly bank: string | undefined;
  readonly party: string | undefined;
  readonly into: string | undefined;
  readonly file: string | undefined;
}

type Deps = Context & PartyPorts;
type Action = (run: {
  readonly contextFor: (bankId: string) => Deps;
  readonly config: Config;
  readonly options: Options;
  readonly print: Print;
}) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  erase: async ({ config, contextFor, options: { bank, party }, print }) => {
    if (bank === undefined || party === undefined) return wrong(print);
    const erasureLedger = ledgerFrom(config);
    if (erasureLedger === undefined) return withoutLedger(print);
    print(`${party}: ${await eraseParty({ ...contextFor(bank), erasureLedger }, { partyNumber: party })}`);
    return 0;
  },
  merge: async ({ contextFor, options: { bank, into, party }, print }) => {
    if (bank === undefined || party === undefined || into === undefined) return wrong(print);
    await mergeParties(contextFor(bank), { partyNumber: party, survivorPartyNumber: into });
    print(`${party}: merged into ${into}`);
    return 0;
  },
  units: async ({ contextFor, options: { bank, file }, print }) => {
    if (bank === undefined || file === undefined) return wrong(print);
    const units = unitsIn(await readFile(file, 'utf8'));
    if (units === undefined) {
      print(`${file} is not {"units": [{"unit", "parentUnit"?}], "managers": [{"managerId", "unit"}]}`);
      return 2;
    }
    await saveServicingUnits(contextFor(bank), {
      managers: units.managers,
      units: units.units.map(({ parentUnit, unit }) => ({ unit, parentUnit })),
    });
    print(`${units.units.length} units and ${units.managers.length} managers saved`);
    return 0;
  },
  /** Earlier name of `restored apply`, from before it replayed other endings as well. */
  restored: ({ config, print }) => restored(config, 'apply', print),
};

/** Runs `parties erase`, `merge`, `units` and `restored`, with which operators administer parties. */
export async function parties(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const run = actions[action];
  const options = optionsFrom(config, rest);
  if (run === undefined || options === undefined) return wrong(print);
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 1, applicationName: 'portico-parties' });
  await using opened = await openCommandPorts(config, app);
  const ports = opened.ports.of(partyCapability);
  const contextFor = (bankId: string): Deps => ({ ...commandContext(app, 'parties', bankId), ...ports });
  try {
    return await run({ config, contextFor, options, print });
    // Print problems as a message; other errors are failures.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    print(`refused: ${error.literal}. ${error.message}`);
    return 1;
  }
}

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...rest],
      options: { bank: text, party: text, into: text, file: text },
    });
    const { bank, file, into, party } = values;
    return bank === undefined || banks.includes(bank) ? { bank, file, into, party } : undefined;
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

const unitsSchema = Type.Object({
  units: Type.Array(
    Type.Object({
      unit: Type.String({ minLength: 1, maxLength: 20 }),
      parentUnit: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    }),
  ),
  managers: Type.Array(
    Type.Object({
      managerId: Type.String({ minLength: 1, maxLength: 64 }),
      unit: Type.String({ minLength: 1, maxLength: 20 }),
    }),
  ),
});

function unitsIn(text: string): Static<typeof unitsSchema> | undefined {
  const value: unknown = JSON.parse(text);
  return Check(unitsSchema, value) ? value : undefined;
}

function ledgerFrom({ erasureLedger }: Config): ErasureLedger | undefined {
  return erasureLedger === undefined ? undefined : createFileLedger(erasureLedger);
}

function withoutLedger(print: Print): number {
  print('This needs PORTICO_ERASURE_LEDGER: erasures must be recorded outside the database.');
  return 2;
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}
