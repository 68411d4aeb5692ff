import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Collection, SigningMoment } from '../domain/signing/collection.ts';
import type { Signature } from '../domain/signing/counting.ts';
import type { AccountLookup, SigningFacts } from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { Absence, Mandate, Membership, Roster, Signer } from '../domain/signing/roster.ts';
import { authorizationTypeOf, type Requirement, type SigningRule } from '../domain/signing/rule.ts';

const beginningMs = Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds;

/** Returns the time this many minutes after the start of the test. */
export const minute = (count: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(beginningMs + count * 60_000);

export const owner = '1000000048';
export const now = minute(1_000);
export const digest = `sha-256:${'a'.repeat(64)}`;
export const otherDigest = `sha-256:${'b'.repeat(64)}`;
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Returns a requirement by its short form: `customer-group:A` with a count and a level. */
export function need(entity: string, more: Partial<Requirement> = {}): Requirement {
  const [level = '', entityId = ''] = entity.split(':');
  const levels = ['user-name', 'user-id', 'customer', 'customer-group', 'special-group'] as const;
  const entityLevel = levels.find((name) => name === level) ?? 'customer';
  return { level: 1, entityLevel, entityId, required: 1, distinctGroup: false, ...more };
}

export function ruleOf(more: Partial<SigningRule> = {}): SigningRule {
  return {
    ruleId: 'rule',
    version: 1,
    status: 'active',
    validFrom: minute(0),
    bankId: '01',
    owner,
    isMandatory: false,
    resourceKind: 'payment',
    authorizationType: 'PAYMENT',
    transactionType: 'N/A',
    account: '*',
    currency: 'EUR',
    band: { from: 0n },
    enforceHierarchy: false,
    alternatives: [[need('customer-group:A')]],
    ...more,
  };
}

export function effectiveOf(more: Partial<EffectiveRule> = {}): EffectiveRule {
  return {
    sources: [],
    basis: 'rule',
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives: [[need('customer-group:A')]],
    ...more,
  };
}

export function factsFor(more: Partial<SigningFacts> = {}): SigningFacts {
  const resourceKind = more.resourceKind ?? 'payment';
  return {
    bankId: '01',
    owner,
    ownerKind: 'organization',
    resourceKind,
    authorizationType: authorizationTypeOf(resourceKind),
    questions: [
      { transactionType: 'PMT', account: 'ACC1', amounts: [{ minor: 5_000_000n, currency: 'EUR' }] },
    ],
    ...more,
  };
}

export function mandateOf(more: Partial<Mandate> = {}): Mandate {
  return { customer: owner, validFrom: minute(0), ...more };
}

export function signerOf(userId: string, more: Partial<Signer> = {}): Signer {
  return {
    userId,
    userName: `name-${userId}`,
    kind: 'customer',
    isActive: true,
    isRestricted: false,
    mandates: [mandateOf()],
    ...more,
  };
}

/** Returns members of customer groups by a short form: `A: a1 a2`. */
export function membersOf(...groups: readonly string[]): readonly Membership[] {
  return groups.flatMap((text) => {
    const [group = '', names = ''] = text.split(': ');
    return names.split(' ').map((userId) => memberOf(group, userId));
  });
}

export function memberOf(group: string, userId: string, more: Partial<Membership> = {}): Membership {
  return { entityLevel: 'customer-group', group, userId, validFrom: minute(0), ...more };
}

export function absenceOf(userId: string, delegateId: string, more: Partial<Absence> = {}): Absence {
  return { owner, userId, delegateId, from: minute(0), until: minute(2_000), ...more };
}

/** Returns a roster in which every member is a signer in good standing. */
export function rosterOf(memberships: readonly Membership[], more: Partial<Roster> = {}): Roster {
  const ids = [...new Set(memberships.map(({ userId }) => userId))];
  return { owner, signers: ids.map((userId) => signerOf(userId)), memberships, absences: [], ...more };
}

export function signatureOf(userId: string, at: number, more: Partial<Signature> = {}): Signature {
  return { userId, digest, signedAt: minute(at), state: 'valid', ...more };
}

export function collectionOf(
  signatures: readonly Signature[] = [],
  more: Partial<Collection> = {},
): Collection {
  return { digest, initiator: 'starter', signatures, ...more };
}

export function momentOf(roster: Roster, more: Partial<SigningMoment> = {}): SigningMoment {
  return { roster, now, digest, ...more };
}

/** A bank that knows accounts by their own text. */
export function testAccountLookup(more: Partial<AccountLookup> = {}): AccountLookup {
  return { accountId: ({ id }) => id, creditor: () => 'elsewhere', homeCurrency: 'EUR', ...more };
}
