import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
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
import type { Config } from '#platform/config/load-config.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { explanationLines, findingLines, ruleLines } from './format-signing-rule.ts';
import type { Print } from './print.ts';
import { groupsIn, rulesIn } from './signing-rule-files.ts';
import { withPorts } from './with-ports.ts';

const usage = `usage: signing-rules ACTION --bank BANK --owner OWNER     OWNER is a customer number, or * for the bank's own
  check FILE [--retire ID …] [--owner-kind KIND]      check rules together with the active ones
  activate FILE [--retire ID …] [--owner-kind KIND]   activate rules on behalf of the bank; not with errors
  list [--json]                                       list active rules; the JSON can be changed and activated again
  groups FILE                                         set the members of groups
  absence --user USER --from TIME --until TIME [--delegate USER]   record an absence and a delegate
  explain --kind KIND [--payload FILE] [--resource-id ID]   explain which rule applies, what is missing, who may sign
Files are JSON. --owner-kind is organization (default), person or joint.`;

const ownerKinds: readonly OwnerKind[] = ['organization', 'person', 'joint'];

interface Options {
  readonly bank: string;
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly files: readonly string[];
  readonly retire: readonly string[];
  readonly isJson: boolean;
  readonly user: string | undefined;
  readonly delegate: string | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly kind: string | undefined;
  readonly payload: string | undefined;
  readonly resourceId: string | undefined;
}

type Deps = Context & AuthorizationPorts;
type Action = (deps: Deps, options: Options, print: Print) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  check: (deps, options, print) => change(deps, { ...options, mode: 'check' }, print),
  activate: (deps, options, print) => change(deps, { ...options, mode: 'activate' }, print),
  async list(deps, { files, isJson, owner }, print) {
    if (files.length > 0) return wrong(print);
    const rules = await listSigningRules(deps, { owner });
    const own = rules.filter(({ rule }) => rule.owner === owner).map(({ document }) => document);
    // Rules of the bank are changed with the bank as owner.
    printAll(print, isJson ? [JSON.stringify(own, null, 2)] : ruleLines(rules));
    return 0;
  },
  async groups(deps, { files, owner }, print) {
    const [path] = files;
    if (path === undefined || files.length > 1) return wrong(print);
    const file = await groupsIn(path);
    if (file.kind === 'errors') return unreadable(file.lines, print);
    for (const { groupId, members } of file.content) {
      await saveSigningGroup(deps, { owner, groupId, members });
      print(`${groupId}: ${members.length} members`);
    }
    return 0;
  },
  async absence(deps, options, print) {
    const { delegate: delegateId, owner, user: userId } = options;
    const from = parseTimestamp(options.from ?? '');
    const until = parseTimestamp(options.until ?? '');
    if (userId === undefined || from === undefined || until === undefined) return wrong(print);
    if (from.epochMilliseconds >= until.epochMilliseconds) return wrong(print);
    const absenceId = await saveAbsence(deps, { owner, userId, delegateId, from, until });
    print(
      `${absenceId}: ${userId} is absent${delegateId === undefined ? '' : `, ${delegateId} may sign instead`}`,
    );
    return 0;
  },
  async explain(deps, options, print) {
    const { kind, owner, payload, resourceId } = options;
    const resourceKind = resourceKinds.find((known) => known === kind);
    if (resourceKind === undefined || (payload === undefined && resourceId === undefined))
      return wrong(print);
    const explanation = await explainSigning(deps, {
      // Without an id, the resource has no signatures yet, so it gets a new id.
      resourceId: resourceId ?? deps.ids.handle(virtualShard(options.bank, owner)),
      resourceKind,
      payload: payload === undefined ? undefined : await readFile(payload, 'utf8'),
      context: { ...emptyContext, customerNumber: owner },
    });
    printAll(print, explanationLines(explanation));
    return 0;
  },
};

/**
 * Runs `signing-rules check`, `activate`, `list`, `groups`, `absence` and `explain`, with which the bank manages
 * signing rules.
 */
export async function signingRules(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const run = actions[action];
  const options = optionsFrom(config, rest);
  if (run === undefined || options === undefined) return wrong(print);
  return withPorts({ config, command: 'signing-rules', bank: options.bank, print }, (context, ports) =>
    run({ ...context, ...ports.of(authorizationCapability) }, options, print),
  );
}

async function change(
  deps: Deps,
  options: Options & { readonly mode: 'check' | 'activate' },
  print: Print,
): Promise<number> {
  const { bank, files, mode, owner, ownerKind, retire } = options;
  const [path] = files;
  if (path === undefined || files.length > 1) return wrong(print);
  const file = await rulesIn(path);
  if (file.kind === 'errors') return unreadable(file.lines, print);
  const rules = file.content;
  const stray = strayRules(rules, { bank, owner });
  if (stray.length > 0) return refused(`of another bank or owner: ${stray.join(', ')}`, print);
  const active = await listSigningRules(deps, { owner });
  const own = new Set(active.filter(({ rule }) => rule.owner === owner).map(({ rule }) => rule.ruleId));
  const missing = retire.filter((ruleId) => !own.has(ruleId));
  if (missing.length > 0) return refused(`not active rules of ${owner}: ${missing.join(', ')}`, print);
  const outcome = await activateRules(deps, { owner, ownerKind, rules, retire, by: 'bank', mode });
  return printActivation(outcome, rules.length, print);
}

function strayRules(
  rules: readonly SigningRule[],
  { bank, owner }: { readonly bank: string; readonly owner: string },
): readonly string[] {
  return rules.filter((rule) => rule.owner !== owner || rule.bankId !== bank).map(({ ruleId }) => ruleId);
}

function printActivation(outcome: ActivatedRules, count: number, print: Print): number {
  switch (outcome.kind) {
    case 'activated':
    case 'checked':
      printAll(print, findingLines(outcome.findings));
      print(outcome.kind === 'activated' ? `${count} rules activated` : 'these rules can be activated');
      return 0;
    case 'refused':
      printAll(print, findingLines(outcome.findings));
      print('nothing was changed');
      return 1;
    case 'foreign-rule':
      return refused('a rule with this id belongs to another owner', print);
    case 'not-signed':
      return refused('the change is not signed', print);
  }
}

function refused(message: string, print: Print): number {
  print(message);
  print('nothing was changed');
  return 1;
}

function unreadable(lines: readonly string[], print: Print): number {
  printAll(print, lines);
  return 2;
}

function printAll(print: Print, lines: readonly string[]): void {
  for (const line of lines) print(line);
}

const text = { type: 'string' } as const;
const optionKinds = {
  bank: text,
  owner: text,
  'owner-kind': text,
  retire: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  user: text,
  delegate: text,
  from: text,
  until: text,
  kind: text,
  payload: text,
  'resource-id': text,
} as const;

function optionsFrom({ banks }: Config, rest: readonly string[]): Options | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: optionKinds,
    });
    const {
      bank,
      json = false,
      owner,
      retire = [],
      'owner-kind': kindOfOwner = 'organization',
      ...more
    } = values;
    const ownerKind = ownerKinds.find((kind) => kind === kindOfOwner);
    if (bank === undefined || !banks.includes(bank) || owner === undefined || ownerKind === undefined)
      return undefined;
    const { delegate, from, kind, payload, until, user, 'resource-id': resourceId } = more;
    const others = { delegate, from, kind, payload, until, user, resourceId };
    return { bank, owner, ownerKind, retire, isJson: json, files: positionals, ...others };
    // Unknown option: the caller prints the usage.
  } catch {
    return undefined;
  }
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}
