import { readFile } from 'node:fs/promises';
import {
  type ActivatedRules,
  type AuthorizationPorts,
  activateRules,
  authorizationCapability,
  emptyContext,
  explainSigning,
  listSigningRules,
  type OwnerKind,
  resourceKinds,
  type SigningRule,
  saveAbsence,
  saveSigningGroup,
} from '#capabilities/authorization/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes, refusal, usageError } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text, textLike, texts, withDefault } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { explanationLines, findingLines, ruleLines } from './format-signing-rule.ts';
import { type FileOf, groupsIn, rulesIn } from './signing-rule-files.ts';

const ownerKinds: readonly OwnerKind[] = ['organization', 'person', 'joint'];

type Deps = Context & AuthorizationPorts;

const needs = portsOf(authorizationCapability);
const ofOwner = {
  bank,
  owner: required(text('OWNER', "customer number, or * for the bank's own rules")),
};
const file = required(text('FILE', 'JSON file'));
const changing = {
  ...ofOwner,
  'owner-kind': withDefault(choice('KIND', ownerKinds, 'kind of the owner'), 'organization'),
  retire: texts('ID', 'id of an active rule to end; may be repeated'),
};
const time = {
  expected: 'a time like 2026-08-01T00:00:00Z',
  isValid: (given: string) => parseTimestamp(given) !== undefined,
};

const check = defineCommand({
  name: 'check',
  summary: 'check rules together with the active ones',
  operands: { file },
  options: changing,
  examples: ['signing-rules check rules.json --bank 01 --owner 1000000048'],
  needs,
  run: ({ contextFor, operands, options, out }) =>
    change(contextFor(options.bank), { ...operands, ...options, mode: 'check' }, out),
});

const activate = defineCommand({
  name: 'activate',
  summary: 'activate rules on behalf of the bank; not with errors',
  operands: { file },
  options: changing,
  examples: ['signing-rules activate rules.json --bank 01 --owner 1000000048 --retire acme-old'],
  needs,
  run: ({ contextFor, operands, options, out }) =>
    change(contextFor(options.bank), { ...operands, ...options, mode: 'activate' }, out),
});

const list = defineCommand({
  name: 'list',
  summary: "list active rules; with --json the owner's own, to change and activate again",
  options: ofOwner,
  examples: ['signing-rules list --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, options: { bank: bankId, owner }, out }) {
    const rules = await listSigningRules(contextFor(bankId), { owner });
    // Rules of the bank are changed with the bank as owner.
    const own = rules.filter(({ rule }) => rule.owner === owner).map(({ document }) => document);
    out.result(own, ruleLines(rules));
  },
});

const groups = defineCommand({
  name: 'groups',
  summary: 'set the members of groups',
  operands: { file },
  options: ofOwner,
  examples: ['signing-rules groups groups.json --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, operands, options: { bank: bankId, owner }, out }) {
    const deps = contextFor(bankId);
    for (const { groupId, members } of contentOf(await groupsIn(operands.file))) {
      await saveSigningGroup(deps, { owner, groupId, members });
      out.progress({ group: groupId, members: members.length }, `${groupId}: ${members.length} members`);
    }
  },
});

const absence = defineCommand({
  name: 'absence',
  summary: 'record an absence and a delegate',
  options: {
    ...ofOwner,
    user: required(text('USER', 'user id of the absent user')),
    from: required(textLike('TIME', 'first moment of the absence', time)),
    until: required(textLike('TIME', 'end of the absence', time)),
    delegate: text('USER', 'user id of the user who may sign instead'),
  },
  examples: [
    'signing-rules absence --bank 01 --owner 1000000048 --user ANNA --from 2026-08-01T00:00:00Z --until 2026-09-01T00:00:00Z --delegate BEN',
  ],
  needs,
  async run({ contextFor, options, out }) {
    const { delegate: delegateId, owner, user: userId } = options;
    const [from, until] = [parseTimestamp(options.from), parseTimestamp(options.until)];
    if (from === undefined || until === undefined || from.epochMilliseconds >= until.epochMilliseconds)
      throw usageError('--until must be later than --from');
    const absenceId = await saveAbsence(contextFor(options.bank), { owner, userId, delegateId, from, until });
    out.result({ absenceId, userId, delegateId }, [
      `${absenceId}: ${userId} is absent${delegateId === undefined ? '' : `, ${delegateId} may sign instead`}`,
    ]);
  },
});

const explain = defineCommand({
  name: 'explain',
  summary: 'explain which rule applies, what is missing, and who may sign',
  options: {
    ...ofOwner,
    kind: required(choice('KIND', resourceKinds, 'kind of the resource')),
    payload: text('FILE', 'file with the payment or document to sign'),
    'resource-id': text('ID', 'id of a resource that has signatures'),
  },
  rules: [{ count: 'at least one', of: ['payload', 'resource-id'] }],
  examples: ['signing-rules explain --bank 01 --owner 1000000048 --kind payment --payload payment.json'],
  needs,
  async run({ contextFor, options, out }) {
    const { bank: bankId, kind: resourceKind, owner, payload } = options;
    const deps = contextFor(bankId);
    const explanation = await explainSigning(deps, {
      // Without an id, the resource has no signatures yet, so it gets a new id.
      resourceId: options['resource-id'] ?? deps.ids.handle(virtualShard(bankId, owner)),
      resourceKind,
      payload: payload === undefined ? undefined : await readFile(payload, 'utf8'),
      context: { ...emptyContext, customerNumber: owner },
    });
    out.result(explanation, explanationLines(explanation));
  },
});

/** Commands with which the bank manages signing rules. */
export const signingRuleCommands: CommandGroup = {
  name: 'signing-rules',
  summary: 'manage signing rules',
  commands: [check, activate, list, groups, absence, explain],
};

interface Change {
  readonly mode: 'check' | 'activate';
  readonly bank: string;
  readonly file: string;
  readonly owner: string;
  readonly 'owner-kind': OwnerKind;
  readonly retire: readonly string[];
}

async function change(deps: Deps, wanted: Change, out: Output): Promise<ExitCode> {
  const { bank: bankId, mode, owner, 'owner-kind': ownerKind, retire } = wanted;
  const rules = contentOf(await rulesIn(wanted.file));
  const stray = strayRules(rules, { bankId, owner });
  if (stray.length > 0) throw unchanged(`of another bank or owner: ${stray.join(', ')}`);
  const active = await listSigningRules(deps, { owner });
  const own = new Set(active.filter(({ rule }) => rule.owner === owner).map(({ rule }) => rule.ruleId));
  const missing = retire.filter((ruleId) => !own.has(ruleId));
  if (missing.length > 0) throw unchanged(`not active rules of ${owner}: ${missing.join(', ')}`);
  const outcome = await activateRules(deps, { owner, ownerKind, rules, retire, by: 'bank', mode });
  return printActivation(outcome, rules.length, out);
}

function strayRules(
  rules: readonly SigningRule[],
  { bankId, owner }: { readonly bankId: string; readonly owner: string },
): readonly string[] {
  return rules.filter((rule) => rule.owner !== owner || rule.bankId !== bankId).map(({ ruleId }) => ruleId);
}

function printActivation(outcome: ActivatedRules, count: number, out: Output): ExitCode {
  switch (outcome.kind) {
    case 'activated':
    case 'checked':
      out.result({ outcome: outcome.kind, rules: count, findings: outcome.findings }, [
        ...findingLines(outcome.findings),
        outcome.kind === 'activated' ? `${count} rules activated` : 'these rules can be activated',
      ]);
      return exitCodes.done;
    case 'refused':
      out.result({ outcome: outcome.kind, rules: 0, findings: outcome.findings }, [
        ...findingLines(outcome.findings),
        'nothing was changed',
      ]);
      return exitCodes.refused;
    case 'foreign-rule':
      throw unchanged('a rule with this id belongs to another owner');
    case 'not-signed':
      throw unchanged('the change is not signed');
  }
}

function unchanged(message: string): Error {
  return refusal(message, ['nothing was changed']);
}

function contentOf<Content>(read: FileOf<Content>): Content {
  if (read.kind === 'errors') throw usageError('', read.lines);
  return read.content;
}
