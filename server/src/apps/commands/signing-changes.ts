import {
  type AuthorizationPorts,
  authorizationCapability,
  type DecidedSigningChange,
  decideSigningChange,
  getSigningChange,
  listSigningChanges,
  proposeSigningChange,
  type SigningChange,
  type SigningChangeContent,
  type SigningProposal,
  subjectOf,
  usersIn,
} from '#capabilities/authorization/index.ts';
import { listEmployeeSpellings } from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes, refusal } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { bank, required, text, uuid } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { findingLines } from './format-signing-rule.ts';

const needs = portsOf(authorizationCapability);
const change = required(uuid('ID', 'id of the change'));

const list = defineCommand({
  name: 'list',
  summary: 'list changes that wait for their second employee; with an owner all its changes, newest first',
  options: { bank, owner: text('OWNER', 'customer number, or * for the bank') },
  examples: [
    'signing-rules changes list --bank 01',
    'signing-rules changes list --bank 01 --owner 1000000048',
  ],
  needs,
  async run({ contextFor, options: { bank: bankId, owner }, out }) {
    const changes = await listSigningChanges(contextFor(bankId), { owner });
    const lines = changes.map(lineOf);
    if (lines.length === 0)
      lines.push(owner === undefined ? `bank ${bankId}: no change waits` : `${owner}: no changes`);
    out.result({ bank: bankId, changes: changes.map(asJson) }, lines);
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show what a change contains, for its approval',
  options: { bank, change },
  examples: ['signing-rules changes show --bank 01 --change 01936d0e-5b1c-7abc-8def-0123456789ab'],
  needs,
  async run({ contextFor, options, out }) {
    const found = await getSigningChange(contextFor(options.bank), { changeId: options.change });
    if (found === undefined) throw refusal(`no change has the id ${options.change}`);
    out.result({ bank: options.bank, ...asJson(found.change), content: found.document }, [
      lineOf(found.change),
      JSON.stringify(found.document, undefined, 2),
    ]);
  },
});

const approve = defineCommand({
  name: 'approve',
  summary: 'approve a change that another employee proposed; it takes effect at once',
  options: { bank, change, employee },
  examples: [
    'signing-rules changes approve --bank 01 --change 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-23',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const decision = { changeId: options.change, verdict: 'approve', employeeId: options.employee } as const;
    return printDecision(await decideSigningChange(context, decision), out);
  },
});

const reject = defineCommand({
  name: 'reject',
  summary: 'reject a change, or withdraw it',
  options: { bank, change, employee },
  examples: [
    'signing-rules changes reject --bank 01 --change 01936d0e-5b1c-7abc-8def-0123456789ab --employee e-23',
  ],
  needs,
  async run({ config, contextFor, options, out }) {
    const context = contextFor(options.bank);
    await requireEmployee(context, options.employee, config);
    const decision = { changeId: options.change, verdict: 'reject', employeeId: options.employee } as const;
    return printDecision(await decideSigningChange(context, decision), out);
  },
});

/** Commands with which a second employee decides changes of signing rules, groups and absences. */
export const signingChangeCommands: CommandGroup = {
  name: 'signing-rules changes',
  summary: 'approve or reject proposed changes of signing rules, groups and absences',
  commands: [list, show, approve, reject],
};

/** Who proposes what, as a command line says it. */
interface Proposer {
  readonly owner: string;
  readonly content: SigningChangeContent;
  readonly employee: string;
  readonly reason: string;
}

/** Proposes a change for an employee; groups of the bank may contain known staff. */
export async function proposeFor(
  context: Context & AuthorizationPorts,
  config: Config,
  { content, employee: employeeId, owner, reason }: Proposer,
): Promise<SigningProposal> {
  await requireEmployee(context, employeeId, config);
  const knownStaff = owner === '*' ? await staffAmong(context, config, usersIn(content)) : [];
  return proposeSigningChange(context, { owner, content, employeeId, reason, knownStaff });
}

/** Returns the ids that are those of employees. Staff who sign in elsewhere are not known here, so any id may be one. */
async function staffAmong(
  context: Context,
  { oauthServer }: Config,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (oauthServer === 'off') return userIds;
  const spellings = await Promise.all(userIds.map((userId) => listEmployeeSpellings(context, userId)));
  return userIds.filter((userId, index) => spellings[index]?.includes(userId));
}

/** Says what comes after a proposal. */
export function proposalLines(bankId: string, outcome: SigningProposal): readonly string[] {
  if (outcome.kind !== 'proposed') return [];
  return [
    `${outcome.changeId}: proposed`,
    `next: another employee: signing-rules changes approve --bank ${bankId} --change ${outcome.changeId} --employee …`,
  ];
}

function printDecision(decided: DecidedSigningChange, out: Output): ExitCode {
  const { change: decidedChange, findings, kind } = decided;
  const json = { ...asJson(decidedChange), outcome: kind, findings };
  if (kind === 'refused') {
    out.result(json, [...findingLines(findings), 'nothing was changed; the change still waits']);
    return exitCodes.refused;
  }
  out.result(json, [lineOf(decidedChange)]);
  return exitCodes.done;
}

function lineOf(one: SigningChange): string {
  const { changeId, content, decidedBy, owner, proposedAt, proposedBy, reason, signedResourceId, state } =
    one;
  const signed = signedResourceId === undefined ? '' : `, signed by the owner as ${signedResourceId}`;
  const decision = decidedBy === undefined ? 'waits' : `${state} by ${decidedBy}${signed}`;
  return `${changeId}  ${owner}: ${subjectOf(content)}, proposed by ${proposedBy} at ${toWireTimestamp(proposedAt)}: ${reason}; ${decision}`;
}

function asJson({
  content,
  decidedAt,
  decidedBy,
  proposedAt,
  signedResourceId,
  ...one
}: SigningChange): object {
  return {
    ...one,
    subject: subjectOf(content),
    proposedAt: toWireTimestamp(proposedAt),
    decidedBy: decidedBy ?? null,
    decidedAt: decidedAt === undefined ? null : toWireTimestamp(decidedAt),
    signedResourceId: signedResourceId ?? null,
  };
}
