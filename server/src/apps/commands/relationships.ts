import {
  changeRelationship,
  endRelationship,
  enteredKinds,
  enterRelationship,
  listRelationships,
  partyCapability,
  relationshipRoles,
} from '#capabilities/party/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { day } from './day-option.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party number'));
const other = required(text('NUMBER', 'the related party'));
const kind = required(choice('KIND', enteredKinds, 'kind of relationship'));
const role = required(choice('ROLE', relationshipRoles, 'what the party is to the related one'));
const from = required(day('first valid day'));
const until = day('last valid day; default until it is ended');

const list = defineCommand({
  name: 'list',
  summary: 'list the relationships of a party, of every kind and ended ones too',
  options: { bank, party },
  examples: ['parties relationships list --bank 01 --party 1000000048'],
  needs,
  async run({ contextFor, options, out }) {
    const relationships = await listRelationships(contextFor(options.bank), { partyNumber: options.party });
    const lines = relationships.map(
      (one) =>
        `${one.kind}: ${one.role} of ${one.toParty.partyNumber}, ${one.validFrom} to ${one.validUntil ?? 'its end'}`,
    );
    const shown = relationships.map(({ kind: itsKind, role: itsRole, toParty, validFrom, validUntil }) => ({
      kind: itsKind,
      role: itsRole,
      party: toParty.partyNumber,
      validFrom,
      validUntil: validUntil ?? null,
    }));
    out.result(
      { bank: options.bank, party: options.party, relationships: shown },
      lines.length === 0 ? [`${options.party}: no relationships`] : lines,
    );
  },
});

const enter = defineCommand({
  name: 'enter',
  summary: 'record that two parties are kin, or that one works for the other',
  options: { bank, party, other, kind, role, from, until, employee, reason },
  examples: [
    'parties relationships enter --bank 01 --party 1000000048 --other 1000000055 --kind kinship --role spouse --from 2024-06-01 --employee e-17 --reason "marriage certificate"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await enterRelationship(context, { ...changeOf(options), terms: termsOf(options) });
    out.result(resultOf(options, 'entered'), [
      `${options.party}: ${options.role} of ${options.other} from ${options.from} on`,
    ]);
  },
});

const change = defineCommand({
  name: 'change',
  summary: 'replace what a party is to another one, from a day on',
  options: { bank, party, other, kind, role, from, until, employee, reason },
  examples: [
    'parties relationships change --bank 01 --party 1000000048 --other 1000000055 --kind kinship --role kin --from 2026-01-01 --employee e-17 --reason "typing error"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await changeRelationship(context, { ...changeOf(options), terms: termsOf(options) });
    out.result(resultOf(options, 'changed'), [
      `${options.party}: ${options.role} of ${options.other} from ${options.from} on`,
    ]);
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'end the relationship of a kind between two parties',
  options: { bank, party, other, kind, on: day('first day without it; default today'), employee, reason },
  examples: [
    'parties relationships end --bank 01 --party 1000000048 --other 1000000055 --kind work --on 2026-12-01 --employee e-17 --reason "left the company"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await endRelationship(context, { ...changeOf(options), endedOn: options.on });
    out.result(resultOf(options, 'ended'), [
      `${options.party}: no ${options.kind} with ${options.other}${options.on === undefined ? '' : ` from ${options.on} on`}`,
    ]);
  },
});

/** Commands with which staff enter, change and end kinship and work. */
export const relationshipCommands: CommandGroup = {
  name: 'parties relationships',
  summary: 'list relationships of parties; enter, change and end kinship and work',
  commands: [list, enter, change, end],
};

interface NamedPair {
  readonly bank: string;
  readonly party: string;
  readonly other: string;
  readonly kind: (typeof enteredKinds)[number];
}

function changeOf(options: NamedPair & { readonly employee: string; readonly reason: string }) {
  return {
    partyNumber: options.party,
    other: options.other,
    kind: options.kind,
    employeeId: options.employee,
    reason: options.reason,
  };
}

function termsOf(options: {
  readonly role: (typeof relationshipRoles)[number];
  readonly from: string;
  readonly until: string | undefined;
}) {
  return { role: options.role, validFrom: options.from, validUntil: options.until };
}

function resultOf(
  { bank: bankId, kind: itsKind, other: related, party: number }: NamedPair,
  relationship: string,
): object {
  return { bank: bankId, party: number, other: related, kind: itsKind, relationship };
}
