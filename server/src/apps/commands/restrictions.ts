import {
  type ClientCases,
  clientCapability,
  liftRestriction,
  listClientCases,
  moveFraudReport,
  reportStates,
} from '#capabilities/client/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text, uuid } from '../program/option.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';

const needs = portsOf(clientCapability);
const [, ...laterStates] = reportStates;

const list = defineCommand({
  name: 'list',
  summary: 'list the restrictions of a client and the fraud reports about it',
  options: { bank, client: required(text('NUMBER', 'client number')) },
  examples: ['restrictions list --bank 01 --client 1000000055'],
  needs,
  async run({ contextFor, options, out }) {
    const cases = await listClientCases(contextFor(options.bank), { clientNumber: options.client });
    const lines = [...cases.restrictions.map(restrictionLine), ...cases.reports.map(reportLine)];
    out.result(
      {
        bank: options.bank,
        client: options.client,
        restrictions: cases.restrictions.map(restrictionJson),
        reports: cases.reports.map(reportJson),
      },
      lines.length === 0 ? [`${options.client}: no restrictions, no fraud reports`] : lines,
    );
  },
});

const lift = defineCommand({
  name: 'lift',
  summary:
    'lift a restriction: of the client after identification, of the bank as the first or the second of two employees',
  operands: { restriction: required(uuid('RESTRICTION', 'id of the restriction')) },
  options: { bank, employee, reason },
  examples: [
    'restrictions lift 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01 --employee e-17 --reason "identified by document"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { outcome, restriction } = await liftRestriction(context, {
      restrictionId: operands.restriction,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, restriction: operands.restriction, outcome, kind: restriction.kind }, [
      outcome === 'lifted'
        ? `${operands.restriction}: ${restriction.kind} lifted`
        : `${operands.restriction}: lifting of ${restriction.kind} proposed by ${options.employee}`,
      outcome === 'lifted'
        ? `next: restrictions list --bank ${options.bank} --client ${restriction.clientNumber}`
        : `next: another employee: restrictions lift ${operands.restriction} --bank ${options.bank} --employee … --reason …`,
    ]);
  },
});

const moveReport = defineCommand({
  name: 'move-report',
  summary: 'move a fraud report: under review, then confirmed or dismissed, then closed',
  operands: { report: required(uuid('REPORT', 'id of the fraud report')) },
  options: { bank, to: required(choice('STATE', laterStates, 'next state')), employee, reason },
  examples: [
    'restrictions move-report 01a1dcbf-fdb1-7d5d-b669-60821bd6845c --bank 01 --to under-review --employee e-17 --reason "case 4711"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const { clientNumber, state } = await moveFraudReport(context, {
      reportId: operands.report,
      to: options.to,
      employeeId: options.employee,
      reason: options.reason,
    });
    out.result({ bank: options.bank, report: operands.report, state }, [
      `${operands.report}: ${state}`,
      `next: restrictions list --bank ${options.bank} --client ${clientNumber}`,
    ]);
  },
});

/** Commands with which the fraud desk handles restrictions and fraud reports. */
export const restrictionCommands: CommandGroup = {
  name: 'restrictions',
  summary: 'list and lift restrictions of clients, and handle fraud reports',
  commands: [list, lift, moveReport],
};

type Listed = ClientCases['restrictions'][number];
type Report = ClientCases['reports'][number];

function restrictionLine({
  details,
  expiresAt,
  kind,
  liftProposedBy,
  restrictionId,
  ...one
}: Listed): string {
  return [
    `${restrictionId}: ${kind} ${one.state}, set by ${one.setBy} at ${toWireTimestamp(one.setAt)}, ${details.reason}`,
    ...(expiresAt === undefined ? [] : [`until ${toWireTimestamp(expiresAt)}`]),
    ...(liftProposedBy === undefined ? [] : [`lifting proposed by ${liftProposedBy}`]),
  ].join(', ');
}

function reportLine({ details, isBlocking, reportId, reportedAt, state }: Report): string {
  return `${reportId}: fraud report ${state}, ${details.category}, reported at ${toWireTimestamp(reportedAt)}${isBlocking ? ', blocked payments' : ''}`;
}

function restrictionJson({
  details,
  expiresAt,
  kind,
  liftProposedBy,
  restrictionId,
  ...one
}: Listed): object {
  return {
    restriction: restrictionId,
    kind,
    state: one.state,
    setBy: one.setBy,
    setAt: toWireTimestamp(one.setAt),
    expiresAt: expiresAt === undefined ? null : toWireTimestamp(expiresAt),
    reason: details.reason,
    scope: details.scope,
    note: details.note ?? null,
    liftProposedBy: liftProposedBy ?? null,
    liftedBy: details.liftedBy ?? [],
  };
}

function reportJson({ details, isBlocking, reportId, reportedAt, state }: Report): object {
  const { category, contactPhone, description, occurredAt, transactionReferences } = details;
  return {
    report: reportId,
    state,
    category,
    reportedAt: toWireTimestamp(reportedAt),
    isBlocking,
    description: description ?? null,
    transactionReferences,
    occurredAt: occurredAt ?? null,
    contactPhone: contactPhone ?? null,
    decisions: details.decisions,
  };
}
