import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { createFileLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import { countActiveUsers } from '#capabilities/identity/index.ts';
import {
  eraseParty,
  getParty,
  mergeParties,
  type PartyPorts,
  partyCapability,
  saveServicingUnits,
} from '#capabilities/party/index.ts';
import { Unsealable } from '#platform/crypto/envelope.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { usageError } from '../program/failure.ts';
import { portsOf, settingOf } from '../program/need.ts';
import { bank, required, text } from '../program/option.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party number'));

const erase = defineCommand({
  name: 'erase',
  summary: 'destroy the key of a party, and with it everything personal that is stored about it',
  options: { bank, party },
  examples: ['parties erase --bank 01 --party 1000000048'],
  needs,
  settings: [['erasureLedger']],
  preview: async ({ contextFor, options }) => [
    `erases ${await describeParty(contextFor(options.bank), options.party)}, and the records merged into it`,
  ],
  async run({ config, contextFor, options, out }) {
    const erasureLedger = createFileLedger(settingOf(config, 'erasureLedger'));
    const { bank: bankId, party: partyNumber } = options;
    const outcome = await eraseParty({ ...contextFor(bankId), erasureLedger }, { partyNumber });
    out.result({ bank: bankId, party: partyNumber, outcome }, [`${partyNumber}: ${outcome}`]);
  },
});

const merge = defineCommand({
  name: 'merge',
  summary: 'merge two records of one party',
  options: { bank, party, into: required(text('NUMBER', 'party number of the record that stays')) },
  examples: ['parties merge --bank 01 --party 1000000048 --into 1000000055'],
  needs,
  async preview({ contextFor, options }) {
    const context = contextFor(options.bank);
    return [
      `merges ${await describeParty(context, options.party)}`,
      `into   ${await describeParty(context, options.into)}`,
    ];
  },
  async run({ contextFor, options, out }) {
    const { bank: bankId, into, party: partyNumber } = options;
    const context = contextFor(bankId);
    await mergeParties(context, { partyNumber, survivorPartyNumber: into });
    const activeUsers = await countActiveUsers(context.db, { bankId, customerNumber: into });
    out.result({ bank: bankId, party: partyNumber, into, activeUsers }, [
      `${partyNumber}: merged into ${into}`,
      ...(activeUsers > 1
        ? [
            `Warning: ${into} has ${activeUsers} active users. They are one person and sign once; close the others.`,
          ]
        : []),
    ]);
  },
});

const units = defineCommand({
  name: 'units',
  summary: 'save servicing units and managers',
  options: { bank, file: required(text('FILE', 'JSON file with units and managers')) },
  examples: ['parties units --bank 01 --file units.json'],
  needs,
  async run({ contextFor, options, out }) {
    const { managers, units: list } = unitsIn(options.file, await readFile(options.file, 'utf8'));
    await saveServicingUnits(contextFor(options.bank), {
      managers,
      units: list.map(({ parentUnit, unit }) => ({ unit, parentUnit })),
    });
    const counts = { units: list.length, managers: managers.length };
    out.result({ bank: options.bank, ...counts }, [
      `${counts.units} units and ${counts.managers} managers saved`,
    ]);
  },
});

/** Commands with which operators administer parties. */
export const partyCommands: CommandGroup = {
  name: 'parties',
  summary: 'administer parties',
  commands: [erase, merge, units],
};

/** Names a party by its initials: enough to notice a mistyped number, and nothing for a log that keeps the text. */
async function describeParty(context: Context & PartyPorts, partyNumber: string): Promise<string> {
  try {
    const { view } = await getParty(context, { partyNumber });
    const { customer, name } = view.personal;
    const names = name.kind === 'individual' ? [name.givenName, name.surname] : [name.commercialName];
    const initials = names.map((one) => `${one.slice(0, 1)}.`).join(' ');
    return `${partyNumber}: ${name.kind} ${initials}, ${customer.status}`;
    // What is erased or merged already has no name any more; the command says what that means. Damaged data must not
    // prevent its erasure.
  } catch (error) {
    if (error instanceof Unsealable) return `${partyNumber}: cannot be decrypted`;
    if (!(error instanceof Problem) || error.literal !== 'gone') throw error;
    return `${partyNumber}: erased or merged already`;
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

function unitsIn(file: string, content: string): Static<typeof unitsSchema> {
  const value: unknown = JSON.parse(content);
  if (Check(unitsSchema, value)) return value;
  throw usageError(
    `${file} is not {"units": [{"unit", "parentUnit"?}], "managers": [{"managerId", "unit"}]}`,
  );
}
