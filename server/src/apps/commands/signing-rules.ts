import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  type ActivatedRules,
  activateSignedRules,
  authorizationCapability,
  checkSigningRules,
  emptyContext,
  explainSigning,
  kindNamed,
  listOpenCollections,
  listRuleVersions,
  listSigningRules,
  type RuleFindings,
  ruleChangeText,
  type SigningProposal,
} from '#capabilities/authorization/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes } from '../program/failure.ts';
import { portsOf } from '../program/need.ts';
import { required, text, textLike } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { employee, requireEmployee } from './acting-employee.ts';
import { reason } from './bank-selection.ts';
import { endOf, timeOrDay } from './command-time.ts';
import { explanationLines, findingLines, ruleLines, versionLines } from './format-signing-rule.ts';
import { proposalLines, proposeFor } from './signing-changes.ts';
import { changeFromFile, ofOwner, ruleChange, rulesFile, unchanged } from './signing-rule-change.ts';

const needs = portsOf(authorizationCapability);

const check = defineCommand({
  name: 'check',
  summary: 'check rules together with the active ones',
  operands: { file: rulesFile },
  options: ruleChange,
  examples: ['signing-rules check rules.json --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const deps = contextFor(options.bank);
    const change = await changeFromFile(deps, { ...operands, ...options });
    return printOutcome(await checkSigningRules(deps, change), out, ['these rules can be activated']);
  },
});

const propose = defineCommand({
  name: 'propose',
  summary: 'propose rules on behalf of the bank, for another employee to approve; not with errors',
  operands: { file: rulesFile },
  options: { ...ruleChange, employee, reason },
  examples: [
    'signing-rules propose rules.json --bank 01 --owner 1000000048 --retire acme-old --employee e-17 --reason "board resolution"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const deps = contextFor(options.bank);
    const { owner, ownerKind, retire, rules } = await changeFromFile(deps, { ...operands, ...options });
    const content = { kind: 'rules', ownerKind, rules, retire } as const;
    const outcome = await proposeFor(deps, config, { ...options, owner, content });
    return printOutcome(outcome, out, proposalLines(options.bank, outcome));
  },
});

const printText = defineCommand({
  name: 'text',
  summary: 'print the exact text that an owner signs to change its rules itself',
  operands: { file: rulesFile },
  options: ruleChange,
  examples: ['signing-rules text rules.json --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, operands, options, out }) {
    const { retire, rules } = await changeFromFile(contextFor(options.bank), { ...operands, ...options });
    const payload = ruleChangeText(rules, retire);
    out.result({ resourceKind: 'signing-rule', payload }, [payload]);
  },
});

const enterSigned = defineCommand({
  name: 'enter-signed',
  summary: 'activate rules that their owner signed; its signatures replace the second employee',
  operands: { file: rulesFile },
  options: {
    ...ruleChange,
    'resource-id': required(text('ID', 'id of the resource of kind signing-rule that the owner signed')),
    employee,
    reason,
  },
  examples: [
    'signing-rules enter-signed rules.json --bank 01 --owner 1000000048 --resource-id 7f3c --employee e-17 --reason "signed online"',
  ],
  needs,
  async run({ config, contextFor, operands, options, out }) {
    const deps = contextFor(options.bank);
    await requireEmployee(deps, options.employee, config);
    const change = await changeFromFile(deps, { ...operands, ...options });
    const outcome = await activateSignedRules(deps, {
      ...change,
      resourceId: options['resource-id'],
      employeeId: options.employee,
      reason: options.reason,
    });
    return printOutcome(outcome, out, [`${change.rules.length} rules activated`]);
  },
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

const history = defineCommand({
  name: 'history',
  summary:
    'list versions of the own rules of an owner: all, or those that held at a time, and who activated them',
  options: { ...ofOwner, at: timeOrDay('only versions that held at this time, or at the end of this day') },
  examples: [
    'signing-rules history --bank 01 --owner 1000000048',
    'signing-rules history --bank 01 --owner 1000000048 --at 2026-12-01',
  ],
  needs,
  async run({ contextFor, options: { at, bank: bankId, owner }, out }) {
    const versions = await listRuleVersions(contextFor(bankId), {
      owner,
      at: at === undefined ? undefined : endOf(at),
    });
    const rows = versions.map(({ activatedAt, activatedBy, document, retiredAt, signedResourceId }) => ({
      rule: document,
      activatedAt: toWireTimestamp(activatedAt),
      activatedBy,
      signedResourceId: signedResourceId ?? null,
      retiredAt: retiredAt === undefined ? null : toWireTimestamp(retiredAt),
    }));
    out.result({ bank: bankId, owner, versions: rows }, versionLines(versions));
  },
});

const collections = defineCommand({
  name: 'collections',
  summary: 'list resources of an owner that wait for signatures, and who signed them',
  options: ofOwner,
  examples: ['signing-rules collections --bank 01 --owner 1000000048'],
  needs,
  async run({ contextFor, options: { bank: bankId, owner }, out }) {
    const open = await listOpenCollections(contextFor(bankId), { owner });
    const rows = open.map(({ expiresAt, initiator, openedAt, ...one }) => ({
      ...one,
      initiator: initiator ?? null,
      openedAt: toWireTimestamp(openedAt),
      expiresAt: toWireTimestamp(expiresAt),
    }));
    const lines = rows.map(
      ({ expiresAt, resourceId, resourceKind, signedBy }) =>
        `${resourceKind} ${resourceId}: until ${expiresAt}, signed by ${signedBy.length === 0 ? 'no user' : signedBy.join(', ')}`,
    );
    out.result(
      { bank: bankId, owner, collections: rows },
      lines.length === 0 ? [`${owner}: no resource waits for signatures`] : lines,
    );
  },
});

const explain = defineCommand({
  name: 'explain',
  summary: 'explain which rule applies, what is missing, and who may sign',
  options: {
    ...ofOwner,
    kind: required(
      textLike('KIND', 'kind of the resource: a literal of resource-kinds', {
        expected: 'a literal of resource-kinds',
        isValid: (kind) => kindNamed(kind) !== undefined,
      }),
    ),
    payload: text('FILE', 'file with the payment or document to sign'),
    'resource-id': text('ID', 'id of a resource that has signatures'),
  },
  rules: [{ count: 'at least one', of: ['payload', 'resource-id'] }],
  examples: ['signing-rules explain --bank 01 --owner 1000000048 --kind payment --payload payment.json'],
  needs,
  async run({ contextFor, options, out }) {
    const { bank: bankId, kind, owner, payload } = options;
    const resourceKind = kindNamed(kind);
    assert(resourceKind !== undefined, 'the option has refused other texts');
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
  summary: 'manage signing rules, two employees for each change',
  commands: [check, propose, printText, enterSigned, list, history, collections, explain],
};

function printOutcome(
  outcome: RuleFindings | SigningProposal | ActivatedRules,
  out: Output,
  done: readonly string[],
): ExitCode {
  switch (outcome.kind) {
    case 'checked':
    case 'proposed':
    case 'activated':
      out.result({ ...outcome, outcome: outcome.kind }, [...findingLines(outcome.findings), ...done]);
      return exitCodes.done;
    case 'refused':
      out.result({ outcome: outcome.kind, findings: outcome.findings }, [
        ...findingLines(outcome.findings),
        'nothing was changed',
      ]);
      return exitCodes.refused;
    case 'foreign-rule':
      throw unchanged('a rule with this id belongs to another owner');
    case 'not-signed':
      throw unchanged('the owner did not sign exactly this change under this resource id');
  }
}
