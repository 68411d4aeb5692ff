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
  check FILE [--retire ID …] [--owner-kind KIND]      say what is wrong with rules, together with those that hold
  activate FILE [--retire ID …] [--owner-kind KIND]   let them hold, in the name of the bank; not while there are errors
  list [--json]                                       what holds; as JSON it can be changed and activated again
  groups FILE                                         put exactly these people into groups
  absence --user USER --from TIME --until TIME [--delegate USER]   somebody is away, somebody signs in their place
  explain --kind KIND [--payload FILE] [--resource-id ID]   which rule holds, what is missing, who may still sign
Files are JSON. --owner-kind is organization (unless you say so), person or joint.`;

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
    // What belongs to the bank is changed under the bank's own name.
    printAll(print, isJson ? [JSON.stringify(own, null, 2)] : ruleLines(rules));
    return 0;
  },
  async groups(deps, { files, owner }, print) {
    const [path] = files;
    if (path === undefined || files.length > 1) return wrong(print);
    const file = await groupsIn(path);
    if (file.kind === 'faults') return unreadable(file.lines, print);
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
      `${absenceId}: ${userId} is away${delegateId === undefined ? '' : `, ${delegateId} may sign instead`}`,
    );
    return 0;
  },
  async explain(deps, options, print) {
    const { kind, owner, payload, resourceId } = options;
    const resourceKind = resourceKinds.find((known) => known === kind);
    if (resourceKind === undefined || (payload === undefined && resourceId === undefined))
      return wrong(print);
    const explanation = await explainSigning(deps, {
      // Without an id a thing is meant that nobody has begun to sign, so it gets one that nothing has.
      resourceId: resourceId ?? deps.ids.handle(virtualShard(options.bank, owner)),
      resourceKind,
      payload: payload === undefined ? undefined : await readFile(payload, 'utf8'),
      context: { ...emptyContext, customerNumber: owner },
    });
    printAll(print, explanationLines(explanation));
    return 0;
  },
};

/** `signing-rules check`, `activate`, `list`, `groups`, `absence`, `explain`: who must sign what, decided by the bank. */
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
  if (file.kind === 'faults') return unreadable(file.lines, print);
  const rules = file.content;
  const stray = strayRules(rules, { bank, owner });
  if (stray.length > 0) return refused(`of another bank or owner: ${stray.join(', ')}`, print);
  const held = await listSigningRules(deps, { owner });
  const own = new Set(held.filter(({ rule }) => rule.owner === owner).map(({ rule }) => rule.ruleId));
  const missing = retire.filter((ruleId) => !own.has(ruleId));
  if (missing.length > 0) return refused(`no rules of ${owner} that hold: ${missing.join(', ')}`, print);
  const outcome = await activateRules(deps, { owner, ownerKind, rules, retire, by: 'bank', mode });
  return tell(outcome, rules.length, print);
}

function strayRules(
  rules: readonly SigningRule[],
  { bank, owner }: { readonly bank: string; readonly owner: string },
): readonly string[] {
  return rules.filter((rule) => rule.owner !== owner || rule.bankId !== bank).map(({ ruleId }) => ruleId);
}

function tell(outcome: ActivatedRules, count: number, print: Print): number {
  switch (outcome.kind) {
    case 'activated':
    case 'checked':
      printAll(print, findingLines(outcome.findings));
      print(outcome.kind === 'activated' ? `${count} rules hold from now on` : 'they may be activated');
      return 0;
    case 'refused':
      printAll(print, findingLines(outcome.findings));
      print('nothing was changed');
      return 1;
    case 'foreign-rule':
      return refused('a rule of this id belongs to somebody else', print);
    case 'not-signed':
      return refused('the change is not signed', print);
  }
}

function refused(words: string, print: Print): number {
  print(words);
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
    const told = { delegate, from, kind, payload, until, user, resourceId };
    return { bank, owner, ownerKind, retire, isJson: json, files: positionals, ...told };
    // An option that does not exist; the usage says which do.
  } catch {
    return undefined;
  }
}

function wrong(print: Print): number {
  print(usage);
  return 2;
}
