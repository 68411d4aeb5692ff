import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { Customer } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import { type ResourceKind, resourceKinds } from '../domain/signing/rule.ts';
import { payloadHash } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { type DecidedSigning, decideSigning } from '../steps/decide-signing.ts';
import { findCollections, type StoredCollection } from '../store/collections.store.ts';

/** What is known of a thing before anybody signs it. */
export interface PreparedSigning {
  readonly asked: EvaluateCommand;
  readonly owner: string;
  readonly resourceKind: ResourceKind;
  /** As it was when somebody looked; whoever decides by it holds it first. */
  readonly existing: StoredCollection | undefined;
  /** Absent when what was decided before holds. */
  readonly decided: DecidedSigning | undefined;
}

/**
 * Finds out whose thing it is, whether it is signed already, and what its payload asks for. Rates and accounts may come
 * from elsewhere, so all of this happens before a command begins.
 */
export async function prepareSigning(
  ctx: Context & AuthorizationPorts,
  asked: EvaluateCommand,
  purpose: 'sign' | 'look' = 'sign',
): Promise<PreparedSigning> {
  const { context, payload } = asked;
  refuseOtherBank(ctx, asked);
  const named = await ownerNamed(ctx, asked);
  const jointOwners = await jointOwnersOf(ctx, named);
  const existing = await findExisting(ctx, asked, ownersOf(named, jointOwners));
  const owner = named ?? existing?.owner;
  if (owner === undefined) throw missing('calling-context', 'customer-number');
  const resourceKind = asked.resourceKind ?? kindOf(existing);
  if (resourceKind === undefined) throw missing('resource-kind');
  if (existing !== undefined && isKnown(existing, payload, purpose))
    return { asked, owner: existing.owner, resourceKind, existing, decided: undefined };
  if (payload === undefined) throw missing('payload');
  const decided = await decideSigning(ctx, { owner, jointOwners, resourceKind, payload, context });
  return { asked, owner: decided.owner, resourceKind, existing, decided };
}

/**
 * Whether what was decided before is enough. Whoever looks needs no rule for the same thing again; whoever signs does,
 * because meanwhile the thing may have become another one, and they sign what they sent.
 */
function isKnown(
  { digest }: StoredCollection,
  payload: string | undefined,
  purpose: 'sign' | 'look',
): boolean {
  if (payload === undefined) return true;
  return purpose === 'look' && payloadHash(payload, sha256Hex) === digest;
}

function refuseOtherBank({ bankId }: Context, { context }: EvaluateCommand): void {
  if (context.bankId !== undefined && context.bankId !== bankId)
    refuseFaults([faultAt(['calling-context', 'bank-id'], 'mismatch')]);
}

/** Under whose numbers accounts are kept that somebody holds with others. */
async function jointOwnersOf(
  { accounts, bankId }: Context & AuthorizationPorts,
  named: string | undefined,
): Promise<readonly string[]> {
  const joints = named === undefined ? [] : await accounts.jointHoldingsOf(bankId, named);
  return joints.map(({ owner }) => owner);
}

function ownersOf(named: string | undefined, jointOwners: readonly string[]): readonly string[] | undefined {
  return named === undefined ? undefined : [named, ...jointOwners];
}

/** The one collection of this name; two things of one name are told apart by their kind. */
async function findExisting(
  { authorizationVault: vault, bankId, db }: Context & AuthorizationPorts,
  { resourceId, resourceKind }: EvaluateCommand,
  owners: readonly string[] | undefined,
): Promise<StoredCollection | undefined> {
  const [first, ...others] = await findCollections(db, vault, { bankId, resourceId, owners, resourceKind });
  if (others.length > 0) throw missing('resource-kind');
  return first;
}

/**
 * Whose thing it is, as far as the caller says or is: a customer names an organization only with a mandate for it. What
 * belongs to somebody else is as unknown as what does not exist.
 */
async function ownerNamed(
  ctx: Context & AuthorizationPorts,
  { context }: EvaluateCommand,
): Promise<string | undefined> {
  const { caller } = ctx;
  const said = context.actingFor ?? context.customerNumber;
  if (caller.kind === 'employee') return said ?? '*';
  if (caller.kind !== 'customer') return said;
  const owner = said ?? caller.actingFor ?? caller.customerNumber;
  if (owner === undefined) throw missing('calling-context', 'customer-number');
  if (!(await mayActFor(ctx, caller, owner))) throw standardProblems['not-found']();
  return owner;
}

async function mayActFor(
  { bankId, db, users }: Context & AuthorizationPorts,
  { actingFor, customerNumber, userId }: Customer,
  owner: string,
): Promise<boolean> {
  if (owner === customerNumber || owner === actingFor) return true;
  const mandated = await users.mandatedFor(db, { bankId, customerNumber: owner });
  return mandated.some(({ user }) => user.userId === userId);
}

function kindOf(existing: StoredCollection | undefined): ResourceKind | undefined {
  return resourceKinds.find((kind) => kind === existing?.resourceKind);
}

function missing(...path: readonly string[]): Error {
  return standardProblems.invalid({ faults: [faultAt(path, 'required')] });
}
