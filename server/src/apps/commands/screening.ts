import {
  confirmScreening,
  decidedOutcomes,
  getScreening,
  type ListedScreening,
  listScreenings,
  type PartyPorts,
  partyCapability,
  proposeScreening,
  rejectScreening,
} from '#capabilities/party/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(partyCapability);
const party = required(text('NUMBER', 'party number'));
const outcome = required(choice('OUTCOME', decidedOutcomes, 'outcome of the screening'));

const list = defineCommand({
  name: 'list',
  summary: 'list parties whose screening waits for an employee',
  options: { bank },
  examples: ['parties screening list --bank 01'],
  needs,
  async run({ contextFor, options, out }) {
    const { hasMore, screenings } = await listScreenings(contextFor(options.bank));
    const lines = screenings.map(lineOf);
    if (lines.length === 0) lines.push(`bank ${options.bank}: no screening is open`);
    if (hasMore) lines.push('there are more; these are the oldest');
    out.result({ bank: options.bank, screenings: screenings.map(asJson), hasMore }, lines);
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose the outcome of a screening, for another employee to confirm',
  options: { bank, party, outcome, employee, reason },
  examples: [
    'parties screening propose --bank 01 --party 1000000048 --outcome clear --employee e-17 --reason "no match on any list"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await proposeScreening(context, {
      partyNumber: options.party,
      outcome: options.outcome,
      reason: options.reason,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, party: options.party, proposed: options.outcome }, [
      `${options.party}: ${options.outcome} proposed by ${options.employee}`,
      `next: another employee: parties screening confirm --bank ${options.bank} --party ${options.party} --outcome ${options.outcome} --employee …`,
    ]);
  },
});

const confirm = defineCommand({
  name: 'confirm',
  summary: 'confirm the outcome that another employee proposed; clear accepts the customer, hit rejects',
  options: { bank, party, outcome, employee },
  examples: ['parties screening confirm --bank 01 --party 1000000048 --outcome clear --employee e-23'],
  needs,
  async preview({ config, contextFor, options }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    return proposalLines(context, options.party);
  },
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const status = await confirmScreening(context, {
      partyNumber: options.party,
      outcome: options.outcome,
      employeeId: options.employee,
    });
    out.result({ bank: options.bank, party: options.party, outcome: options.outcome, status }, [
      `${options.party}: ${options.outcome} confirmed by ${options.employee}, customer status ${status}`,
    ]);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject the outcome that another employee proposed; the screening is open again',
  options: { bank, party, outcome, employee, reason },
  examples: [
    'parties screening reject --bank 01 --party 1000000048 --outcome hit --employee e-23 --reason "another person"',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    await rejectScreening(context, {
      partyNumber: options.party,
      outcome: options.outcome,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, party: options.party, rejected: options.outcome }, [
      `${options.party}: ${options.outcome} rejected by ${options.employee}; the screening is open`,
    ]);
  },
});

/** Commands with which staff decide screenings while no service is connected. */
export const screeningCommands: CommandGroup = {
  name: 'parties screening',
  summary: 'decide screenings, two employees for each',
  commands: [list, propose, confirm, reject],
};

async function proposalLines(context: Context & PartyPorts, partyNumber: string): Promise<readonly string[]> {
  const { isProductHeld, reason: why = '', screening } = await getScreening(context, { partyNumber });
  if (screening.kind !== 'proposed') return [`${partyNumber}: no outcome is proposed`];
  const { outcome: proposed, proposedAt, proposedBy } = screening.proposal;
  return [
    `${partyNumber}: ${proposed} proposed by ${proposedBy} at ${toWireTimestamp(proposedAt)}: ${why}`,
    proposed === 'clear' ? 'accepts the customer if all data is there' : 'rejects the customer',
    ...(isProductHeld ? ['the core has an open product of this party'] : []),
  ];
}

function lineOf({ isProductHeld, partyNumber, proposal, since, state }: ListedScreening): string {
  return [
    `${partyNumber}: ${state} since ${toWireTimestamp(since)}`,
    ...(proposal === undefined
      ? []
      : [
          `${proposal.outcome} proposed by ${proposal.proposedBy} at ${toWireTimestamp(proposal.proposedAt)}`,
        ]),
    ...(isProductHeld ? ['the core has an open product'] : []),
  ].join(', ');
}

function asJson({ isProductHeld, partyNumber, proposal, since, state }: ListedScreening): object {
  return {
    party: partyNumber,
    state,
    since: toWireTimestamp(since),
    hasOpenProduct: isProductHeld,
    proposal:
      proposal === undefined
        ? null
        : {
            outcome: proposal.outcome,
            proposedBy: proposal.proposedBy,
            proposedAt: toWireTimestamp(proposal.proposedAt),
          },
  };
}
