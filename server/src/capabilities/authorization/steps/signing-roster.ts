import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { omitUndefined, present } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Mandate, Membership, Roster, Signer } from '../domain/signing/roster.ts';
import { anyKind, isBuiltInKind, isPaymentKind } from '../domain/signing/rule.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { MandatedUser, User } from '../ports/users.ts';
import { listAbsences, listMembers } from '../store/signing-people.store.ts';

/** Owner and people of a roster. */
export interface RosterQuery {
  readonly owner: string;
  /** What is signed: a mandate counts only if it covers this kind. `any`: the question is about no resource. */
  readonly resourceKind: string;
  /** Joint holders; their users sign as well. */
  readonly holders: readonly string[];
  /** Groups that the rules name; members of others are not loaded. */
  readonly groups: readonly string[];
  /** People that a rule of the bank names; the user directory does not contain staff. */
  readonly named?: readonly string[];
  /** Who initiated the resource: the person is barred under any user, also one without a mandate. */
  readonly initiators?: readonly (string | undefined)[];
  /** When the collection was opened: absences since then count. Absent: there is none, only those of now count. */
  readonly since?: Temporal.Instant | undefined;
}

/** Loads the people who may be asked to sign for an owner, in their current state: mandates, groups, absences. */
export async function signingRoster(
  ctx: Context & Pick<AuthorizationPorts, 'users'>,
  db: Reader,
  { groups, holders, initiators = [], named = [], owner, resourceKind, since }: RosterQuery,
): Promise<Roster> {
  const { bankId, caller, clock, users } = ctx;
  const now = clock.now();
  const customers = [...new Set([owner, ...holders])].filter((customer) => customer !== '*');
  const [members, absences, parties, ...listed] = await Promise.all([
    listMembers(db, { bankId, owner, groupIds: groups, since: since ?? now }),
    listAbsences(db, { bankId, owner, since: since ?? now, now }),
    partiesOf(ctx, db, present(initiators)),
    ...customers.map(async (customerNumber) =>
      (await users.mandatedFor(db, { bankId, customerNumber })).map((one) => ({ ...one, customerNumber })),
    ),
  ]);
  const mandated = listed.flat().map((one) => ({ ...one, isCovering: isCovering(one, resourceKind) }));
  const memberships = [...members, ...membershipsByMandate(mandated, owner)];
  const known = Map.groupBy(mandated, ({ user }) => user.userId);
  const staffNamed = owner === '*' ? named : [];
  const others = [...new Set([...memberships.map(({ userId }) => userId), ...staffNamed])].filter(
    (userId) => !known.has(userId),
  );
  const found = others.length === 0 ? [] : await users.findAll(db, { bankId, userIds: others });
  const employee = caller.kind === 'employee' ? [caller.employeeId] : [];
  const foundIds = new Set(found.map(({ userId }) => userId));
  const staff = [...new Set([...others, ...employee])].filter((userId) => !foundIds.has(userId));
  return {
    owner,
    memberships,
    absences,
    parties,
    signers: [
      ...[...known.values()].map((listed) => mandatedSigner(listed, resourceKind)),
      ...found.map((user) => signerOf(user, resourceKind, [])),
      ...staff
        .filter(
          (userId) =>
            isOfBank(userId, memberships) || employee.includes(userId) || staffNamed.includes(userId),
        )
        .map(staffSigner),
    ],
  };
}

async function partiesOf(
  { bankId, users }: Context & Pick<AuthorizationPorts, 'users'>,
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = userIds.length === 0 ? [] : await users.findAll(db, { bankId, userIds });
  return new Map(
    found.flatMap(({ partyNumber, userId }) => (partyNumber === undefined ? [] : [[userId, partyNumber]])),
  );
}

/** Groups of the bank may contain staff, whom the user directory does not contain. */
function isOfBank(userId: string, memberships: Roster['memberships']): boolean {
  return memberships.some((one) => one.userId === userId && one.entityLevel === 'special-group');
}

/** A mandate for one of the customers, and whether it covers what is signed. */
interface ListedMandate extends MandatedUser {
  readonly customerNumber: string;
  readonly isCovering: boolean;
}

/**
 * Returns whether a mandate covers a kind of resource: a proxy for documents signs no payment. A mandate names built-in
 * kinds only; one for documents covers the kinds that the bank added.
 */
export function isCovering({ scope }: Pick<MandatedUser, 'scope'>, resourceKind: string): boolean {
  if (scope === undefined || resourceKind === anyKind) return true;
  return scope.includes(isBuiltInKind(resourceKind) ? resourceKind : 'document');
}

/** Returns the memberships that mandates of the owner bring along. */
function membershipsByMandate(mandated: readonly ListedMandate[], owner: string): readonly Membership[] {
  return mandated.flatMap(
    ({ customerNumber, isCovering: counts, signingGroup, user, validFrom, validUntil }) =>
      counts && customerNumber === owner && signingGroup !== undefined
        ? [
            omitUndefined({
              entityLevel: 'customer-group' as const,
              group: signingGroup,
              userId: user.userId,
              validFrom,
              validUntil,
            }),
          ]
        : [],
  );
}

/** A user whose mandates do not cover what is signed stays in the roster, so that the refusal can say why. */
function mandatedSigner(mandated: readonly ListedMandate[], resourceKind: string): Signer {
  const [first] = mandated;
  if (first === undefined) throw new Error('signer has no mandate');
  return signerOf(
    first.user,
    resourceKind,
    mandated
      .filter((one) => one.isCovering)
      .map(({ customerNumber, validFrom, validUntil }) =>
        omitUndefined({ customer: customerNumber, validFrom, validUntil }),
      ),
  );
}

function signerOf(user: User, resourceKind: string, mandates: readonly Mandate[]): Signer {
  const { isPaymentBlocked, kind, partyNumber: party, status, userId, username } = user;
  const isRestricted = user.isRestricted || (isPaymentBlocked && isPaymentKind(resourceKind));
  const isActive = status === 'active';
  return omitUndefined({ userId, userName: username, kind, party, isActive, isRestricted, mandates });
}

function staffSigner(userId: string): Signer {
  return { userId, userName: userId, kind: 'agent', isActive: true, isRestricted: false, mandates: [] };
}
