import { listSigningRules, type OwnerKind, type RuleChange } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import { refusal, usageError } from '../program/failure.ts';
import { bank, choice, required, text, texts, withDefault } from '../program/option.ts';
import { type FileOf, rulesIn } from './signing-rule-files.ts';

const ownerKinds: readonly OwnerKind[] = ['organization', 'person', 'joint'];

/** Options of every command about the rules of an owner. */
export const ofOwner = {
  bank,
  owner: required(text('OWNER', "customer number, or * for the bank's own rules")),
};

/** Operand with rules, and the options of a change of them. */
export const rulesFile = required(text('FILE', 'JSON file'));
export const ruleChange = {
  ...ofOwner,
  'owner-kind': withDefault(choice('KIND', ownerKinds, 'kind of the owner'), 'organization'),
  retire: texts('ID', 'id of an active rule to end; may be repeated'),
};

interface NamedChange {
  readonly bank: string;
  readonly file: string;
  readonly owner: string;
  readonly 'owner-kind': OwnerKind;
  readonly retire: readonly string[];
}

/** Reads a change of rules; refuses rules of others, and a retirement of what is not active. */
export async function changeFromFile(
  context: Context,
  { bank: bankId, file, owner, 'owner-kind': ownerKind, retire }: NamedChange,
): Promise<RuleChange> {
  const rules = contentOf(await rulesIn(file));
  const stray = rules.filter((rule) => rule.owner !== owner || rule.bankId !== bankId);
  if (stray.length > 0)
    throw unchanged(`of another bank or owner: ${stray.map(({ ruleId }) => ruleId).join(', ')}`);
  const active = await listSigningRules(context, { owner });
  const own = new Set(active.filter(({ rule }) => rule.owner === owner).map(({ rule }) => rule.ruleId));
  const missing = retire.filter((ruleId) => !own.has(ruleId));
  if (missing.length > 0) throw unchanged(`not active rules of ${owner}: ${missing.join(', ')}`);
  return { owner, ownerKind, rules, retire };
}

/** A refusal after which everything is as before. */
export function unchanged(message: string): Error {
  return refusal(message, ['nothing was changed']);
}

/** Returns the content of a file, or rejects the command line with its errors. */
export function contentOf<Content>(read: FileOf<Content>): Content {
  if (read.kind === 'errors') throw usageError('', read.lines);
  return read.content;
}
