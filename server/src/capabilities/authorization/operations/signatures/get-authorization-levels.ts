import { findPartyKind } from '#capabilities/party/index.ts';
import { type Caller, customerIn } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import { isCurrency } from '#platform/kernel/currency.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { JointHolding, SigningOwner } from '../../domain/signing/facts.ts';
import {
  type AuthorizationLevels,
  authorizationLevels,
  type LevelsQuery,
} from '../../domain/signing/levels.ts';
import type { Roster } from '../../domain/signing/roster.ts';
import type { ResourceKind } from '../../domain/signing/rule.ts';
import { groupsIn } from '../../domain/signing/rule-customers.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { isMandateCurrent } from '../../steps/current-mandates.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import { listActiveRules } from '../../store/signing-rules.store.ts';

/** Customer and payment that the levels are queried for. */
export interface GetAuthorizationLevels {
  readonly identifier: string;
  readonly bankId: string;
  readonly query: LevelsQuery;
}

/** One way to authorize, with the names that this caller may see. */
export interface ShownLevels extends Pick<AuthorizationLevels, 'authorizationType' | 'enforceHierarchy'> {
  readonly levels: readonly (Omit<AuthorizationLevels['levels'][number], 'userIds'> & {
    readonly names: readonly string[];
  })[];
}

/** Returns how many signatures a customer needs, and from whom. Empty for an unknown customer. */
export async function getAuthorizationLevels(
  ctx: Context & AuthorizationPorts,
  { bankId: requestedBankId, identifier, query }: GetAuthorizationLevels,
): Promise<readonly ShownLevels[]> {
  const { accounts, authorizationFacts, bankId, caller, clock, db } = ctx;
  if (requestedBankId !== bankId) throw standardProblems.forbidden();
  await refuseOthers(ctx, identifier);
  const [rules, joints, midRates, isKnown] = await Promise.all([
    listActiveRules(db, { bankId, owner: identifier }),
    accounts.jointHoldingsOf(bankId, identifier),
    accounts.midRates(bankId),
    isCustomer(ctx, db, identifier),
  ]);
  if (!isKnown && joints.length === 0 && !rules.some(({ owner }) => owner === identifier)) return [];
  const roster = await signingRoster(ctx, db, {
    owner: identifier,
    resourceKind: query.resourceKind ?? kindOf(query),
    groups: groupsIn(rules),
    holders: joints.flatMap(({ holders }) => holders),
  });
  const { referenceCurrency } = authorizationFacts.of(bankId);
  const reference = isCurrency(referenceCurrency) ? { referenceCurrency } : {};
  const book = { rules, now: clock.now(), midRates, ...reference };
  // Each joint holding has its own signing mode; without any, the customer is evaluated alone.
  const owners = (joints.length === 0 ? [undefined] : joints).map((joint) =>
    ownerOf(bankId, identifier, joint),
  );
  const found = fewestFirst(owners.flatMap((owner) => authorizationLevels(query, { owner, roster, book })));
  const names = await namesOf(ctx, roster, found);
  return found.map(({ levels, ...rest }) => ({
    ...rest,
    levels: levels.map(({ userIds, ...level }) => ({
      ...level,
      names: userIds.flatMap((userId) => (isShown(caller, roster, userId) ? (names.get(userId) ?? []) : [])),
    })),
  }));
}

/** Rejects a customer who queries neither the own number nor one with a mandate; others are reported as unknown. */
async function refuseOthers(ctx: Context & AuthorizationPorts, identifier: string): Promise<void> {
  const { bankId, caller, clock, db, users } = ctx;
  const customer = customerIn(caller);
  if (customer === undefined) return;
  if (identifier === customer.customerNumber || identifier === customer.actingFor) return;
  const mandated = await users.mandatedFor(db, { bankId, customerNumber: identifier });
  const now = clock.now();
  const mayAsk = mandated.some((one) => one.user.userId === customer.userId && isMandateCurrent(one, now));
  if (!mayAsk) throw standardProblems['not-found']();
}

/** The query of the seed names no kind of resource; usually it is a payment. */
function kindOf({ authorizationType }: LevelsQuery): ResourceKind {
  if (authorizationType === 'CANCELLATION') return 'payment-cancellation';
  return authorizationType === 'CONSENT' ? 'consent' : 'payment';
}

async function isCustomer(ctx: Context & AuthorizationPorts, db: Reader, number: string): Promise<boolean> {
  const { correspondence } = ctx;
  return (await findPartyKind({ ...ctx, ...correspondence.party }, db, number)) !== undefined;
}

function ownerOf(bankId: string, owner: string, joint: JointHolding | undefined): SigningOwner {
  return joint === undefined
    ? { bankId, owner, ownerKind: 'organization' }
    : { bankId, owner, ownerKind: 'joint', joint };
}

/** Sorts by the fewest signatures; equal results of two holdings are listed once. */
function fewestFirst(found: readonly AuthorizationLevels[]): readonly AuthorizationLevels[] {
  const sumOf = ({ levels }: AuthorizationLevels): number =>
    levels.reduce((sum, { authorizationCount }) => sum + authorizationCount, 0);
  const distinct = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].toSorted((one, other) => sumOf(one) - sumOf(other));
}

async function namesOf(
  { bankId, db, users }: Context & AuthorizationPorts,
  { signers }: Roster,
  found: readonly AuthorizationLevels[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(found.flatMap(({ levels }) => levels.flatMap(({ userIds }) => userIds)));
  const userIds = signers.map(({ userId }) => userId).filter((userId) => wanted.has(userId));
  const people = userIds.length === 0 ? [] : await users.findAll(db, { bankId, userIds });
  return new Map(people.map(({ displayName, userId }) => [userId, displayName]));
}

/**
 * Returns whether the caller may see a name. A customer sees the people of the own organization, not those of the bank.
 */
function isShown(caller: Caller, { signers }: Roster, userId: string): boolean {
  if (customerIn(caller) === undefined) return true;
  const signer = signers.find((one) => one.userId === userId);
  return signer !== undefined && signer.mandates.length > 0;
}
