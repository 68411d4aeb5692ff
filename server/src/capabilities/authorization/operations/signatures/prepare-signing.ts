import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { type Customer, customerIn, type Delegate } from '#platform/auth/caller.ts';
import { mapDefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../../domain/calling-context.ts';
import { anyKind, isBuiltInKind, kindNamed, type ResourceKind } from '../../domain/signing/rule.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { isUsableValue } from '../../steps/added-values.ts';
import { isMandateCurrent } from '../../steps/current-mandates.ts';
import { payloadDigest } from '../../steps/payload-digest.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { decideSigning } from '../../steps/signing-decision.ts';
import type { ResourceFacts } from '../../steps/signing-facts.ts';
import { isCovering } from '../../steps/signing-roster.ts';
import { findCollections, type StoredCollection } from '../../store/collections.store.ts';

/**
 * Determines the owner of a resource, its collection if there is one, and the rule for its payload. Rates and accounts
 * may come from remote systems, so this happens before a command begins. The capability of the resource adds the facts
 * that it knows.
 */
export async function prepareSigning(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
  purpose: 'sign' | 'evaluate' = 'sign',
  facts: ResourceFacts = {},
): Promise<PreparedSigning> {
  const { context, payload } = request;
  refuseOtherBank(ctx, request);
  const { existing, jointOwners, owner, resourceKind } = await findResource(ctx, request);
  if (existing === undefined && purpose === 'sign') refuseUnopened(ctx, resourceKind);
  if (existing !== undefined && isKnown(ctx, existing, { payload, purpose, resourceKind }))
    return { request, owner: existing.owner, resourceKind, existing, decided: undefined };
  if (payload === undefined) throw missing('payload');
  const decided = await decideSigning(ctx, {
    owner,
    jointOwners,
    resourceKind,
    resourceId: request.resourceId,
    existing,
    payload,
    context,
    facts,
  });
  return { request, owner: decided.owner, resourceKind, existing, decided };
}

/** Every bank has the built-in kinds; any other one is a value of the bank. */
async function isUsableKind(
  ctx: Context & AuthorizationPorts,
  kind: ResourceKind | undefined,
): Promise<boolean> {
  if (kind === undefined || isBuiltInKind(kind)) return true;
  return isUsableValue(ctx.db, ctx, { list: 'resource-kinds', literal: kind });
}

interface FoundResource {
  readonly owner: string;
  readonly jointOwners: readonly string[];
  readonly resourceKind: ResourceKind;
  readonly existing: StoredCollection | undefined;
}

/** Finds the owner and the kind of a resource, as the request names them or as its collection says. */
async function findResource(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
): Promise<FoundResource> {
  const isUsable = await isUsableKind(ctx, request.resourceKind);
  const named = await ownerNamed(ctx, request, request.resourceKind);
  const jointOwners = await jointOwnersOf(ctx, named);
  const existing = await findExisting(ctx, request, ownersOf(named, jointOwners));
  // What was opened before its kind ended can be signed until it expires.
  if (existing === undefined && !isUsable) rejectFieldErrors([fieldErrorAt(['resource-kind'], 'enum')]);
  const owner = named ?? existing?.owner;
  if (owner === undefined) throw missing('calling-context', 'customer-number');
  const resourceKind = request.resourceKind ?? (await kindOf(ctx, request, existing));
  return { owner, jointOwners, resourceKind, existing };
}

/**
 * Returns whether the earlier decision suffices. Reading an unchanged resource needs no new rule; signing does, because
 * the resource may have changed meanwhile, and users sign the payload that they sent.
 */
function isKnown(
  ctx: Context & AuthorizationPorts,
  { decision, digest }: StoredCollection,
  {
    payload,
    purpose,
    resourceKind,
  }: {
    readonly payload: string | undefined;
    readonly purpose: 'sign' | 'evaluate';
    readonly resourceKind: ResourceKind;
  },
): boolean {
  // A rule with a window counts what was released until now, so it needs the payload again.
  if (payload === undefined) return purpose === 'evaluate' || decision.counted === undefined;
  return purpose === 'evaluate' && payloadDigest(ctx, { resourceKind, payload }) === digest;
}

/**
 * Reports a resource as unknown that its capability has not opened: the first signer would otherwise decide who
 * initiated it.
 */
function refuseUnopened({ caller, openedFirst }: Context & AuthorizationPorts, kind: ResourceKind): void {
  if (caller.kind !== 'system' && openedFirst.has(kind)) throw standardProblems['not-found']();
}

function refuseOtherBank({ bankId }: Context, { context }: EvaluateCommand): void {
  if (context.bankId !== undefined && context.bankId !== bankId)
    rejectFieldErrors([fieldErrorAt(['calling-context', 'bank-id'], 'mismatch')]);
}

/** Returns the customers under whose numbers the joint accounts of a customer are stored. */
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

/** Returns the one collection of this resource id; the resource kind distinguishes resources with the same id. */
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
 * Returns the owner that the caller names or is: a customer names an organization only with a mandate for it that covers
 * the kind of the resource, if it is known. Resources of other owners are reported as unknown.
 */
async function ownerNamed(
  ctx: Context & AuthorizationPorts,
  { context }: EvaluateCommand,
  resourceKind: ResourceKind | undefined,
): Promise<string | undefined> {
  const { caller } = ctx;
  const requested = context.actingFor ?? context.customerNumber;
  if (caller.kind === 'employee') return requested ?? '*';
  const customer = customerIn(caller);
  if (customer === undefined) return requested;
  const owner = requested ?? customer.actingFor ?? customer.customerNumber;
  if (owner === undefined) throw missing('calling-context', 'customer-number');
  if (!(await mayActFor(ctx, customer, { owner, resourceKind: resourceKind ?? anyKind })))
    throw standardProblems['not-found']();
  return owner;
}

async function mayActFor(
  { bankId, clock, db, users }: Context & AuthorizationPorts,
  { actingFor, customerNumber, userId }: Customer | Delegate,
  { owner, resourceKind }: { readonly owner: string; readonly resourceKind: string },
): Promise<boolean> {
  // Whether such a user may sign is decided by the mandates of the moment.
  if (owner === customerNumber || owner === actingFor) return true;
  const mandated = await users.mandatedFor(db, { bankId, customerNumber: owner });
  const now = clock.now();
  return mandated.some(
    (one) => one.user.userId === userId && isCovering(one, resourceKind) && isMandateCurrent(one, now),
  );
}

/** Returns the kind of a known resource, if the caller may see resources of this kind. */
async function kindOf(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
  existing: StoredCollection | undefined,
): Promise<ResourceKind> {
  const known = mapDefined(existing?.resourceKind, kindNamed);
  if (known === undefined) throw missing('resource-kind');
  await ownerNamed(ctx, request, known);
  return known;
}

function missing(...path: readonly string[]): Error {
  return standardProblems.invalid({ fieldErrors: [fieldErrorAt(path, 'required')] });
}
