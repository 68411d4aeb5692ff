import type { Temporal } from 'temporal-polyfill';
import type { OwnerKind } from './facts.ts';
import type { Finding } from './finding.ts';
import { isReachable, type QuorumContext } from './quorum.ts';
import { personOf, type RosterIndex } from './roster.ts';
import {
  type Alternative,
  anyValue,
  entityText,
  isGroupLevel,
  type SigningRule,
  sumRequired,
} from './rule.ts';

/** People of an owner, against whom its rules are checked. */
export interface OwnerPeople {
  readonly ownerKind: OwnerKind;
  readonly roster: RosterIndex;
  readonly now: Temporal.Instant;
}

/** Checks that the people of an owner can fulfil a rule, and that no fewer than it requires can. */
export function checkPeople(rule: SigningRule, people: OwnerPeople): readonly Finding[] {
  const unknown = checkEntities(rule, people);
  // Unknown people cannot be counted; one finding is enough.
  return unknown.length > 0 ? unknown : [...checkQuorum(rule, people), ...checkSelfApproval(rule, people)];
}

function checkEntities(rule: SigningRule, { roster }: OwnerPeople): readonly Finding[] {
  const known = knownEntities(roster);
  return rule.alternatives.flatMap((alternative, index) =>
    alternative.flatMap((requirement, position) => {
      if (known.has(entityText(requirement))) return [];
      const what = isGroupLevel(requirement.entityLevel) ? 'a group without members' : 'an unknown person';
      return {
        severity: 'error' as const,
        code: 'unknown-entity' as const,
        ruleIds: [rule.ruleId],
        message: `${entityText(requirement)} is ${what}.`,
        path: `alternatives/${index}/${position}/entity-id`,
      };
    }),
  );
}

function knownEntities({ signers, memberships }: RosterIndex): ReadonlySet<string> {
  const people = [...signers.values()].flatMap(({ userId, userName, mandates }) => [
    `user-id:${userId}`,
    `user-name:${userName}`,
    ...mandates.map(({ customer }) => `customer:${customer}`),
  ]);
  const groups = [...memberships.values()].flat().map(({ entityLevel, group }) => `${entityLevel}:${group}`);
  return new Set([...people, ...groups]);
}

function checkQuorum(rule: SigningRule, people: OwnerPeople): readonly Finding[] {
  const { roster, now } = people;
  const context: QuorumContext = { roster, atMs: now.epochMilliseconds, absences: 'ignored' };
  const reachable = rule.alternatives.filter((alternative) => isReachable(alternative, context));
  const ruleIds = [rule.ruleId];
  if (reachable.length === 0) {
    const message = 'There are not enough different people to fulfil any alternative.';
    return [{ severity: 'error', code: 'unreachable-quorum', ruleIds, message, path: 'alternatives' }];
  }
  const unreachable = rule.alternatives.flatMap((alternative, index) =>
    reachable.includes(alternative) ? [] : [unreachableAlternative(rule, index)],
  );
  return [...unreachable, ...checkBarred(rule, reachable, people), ...checkAbsent(rule, reachable, context)];
}

function unreachableAlternative({ ruleId }: SigningRule, index: number): Finding {
  const message = 'There are not enough different people to fulfil this alternative.';
  const path = `alternatives/${index}`;
  return { severity: 'warning', code: 'unreachable-alternative', ruleIds: [ruleId], message, path };
}

/** The initiator of an order cannot sign it; then the others must suffice. */
function checkBarred(
  rule: SigningRule,
  reachable: readonly Alternative[],
  people: OwnerPeople,
): readonly Finding[] {
  if (mayInitiatorSign(rule, people)) return [];
  const { roster, now } = people;
  const atMs = now.epochMilliseconds;
  const stuck = [...roster.signers.keys()].filter(
    (without) =>
      !reachable.some((alternative) =>
        isReachable(alternative, { roster, atMs, absences: 'ignored', without }),
      ),
  );
  if (stuck.length === 0) return [];
  const message = `Orders initiated by ${stuck.length} of the signers could not be signed, because the initiator may not sign.`;
  return [
    {
      severity: 'warning',
      code: 'quorum-needs-initiator',
      ruleIds: [rule.ruleId],
      message,
      path: 'initiator-may-sign',
    },
  ];
}

function checkAbsent(
  rule: SigningRule,
  reachable: readonly Alternative[],
  context: QuorumContext,
): readonly Finding[] {
  if (reachable.some((alternative) => isReachable(alternative, { ...context, absences: 'counted' })))
    return [];
  const message = 'While people are absent, no alternative can be fulfilled.';
  return [
    {
      severity: 'warning',
      code: 'quorum-needs-absentee',
      ruleIds: [rule.ruleId],
      message,
      path: 'alternatives',
    },
  ];
}

/** An alternative with a single signature makes the alternatives with two pointless. */
function checkSelfApproval(rule: SigningRule, people: OwnerPeople): readonly Finding[] {
  const sums = rule.alternatives.map(sumRequired);
  if (!sums.includes(1) || sums.every((sum) => sum === 1)) return [];
  const severity = mayInitiatorSign(rule, people) ? 'error' : 'warning';
  const message = 'One alternative requires one signature, so the alternatives with several protect nothing.';
  const path = `alternatives/${sums.indexOf(1)}`;
  return [{ severity, code: 'one-person-suffices', ruleIds: [rule.ruleId], message, path }];
}

/**
 * Warns when an initiator may release an order alone under one rule while another rule of the owner bars the initiator:
 * such a pair is usually a mistake, above all where the larger amounts are the unprotected ones.
 */
export function checkInitiators(rules: readonly SigningRule[], people: OwnerPeople): readonly Finding[] {
  const own = rules.filter((rule) => !rule.isMandatory && rule.owner !== anyValue);
  const barring = own.find((rule) => !mayInitiatorSign(rule, people));
  if (barring === undefined) return [];
  return own
    .filter((rule) => mayInitiatorSign(rule, people) && rule.alternatives.map(sumRequired).includes(1))
    .map((rule) => ({
      severity: 'warning',
      code: 'initiator-alone',
      ruleIds: [rule.ruleId, barring.ruleId],
      message:
        'An initiator can release an order alone under one rule, while another rule bars the initiator from signing.',
      path: 'initiator-may-sign',
    }));
}

/** Warns when several active users of the owner belong to one party: they are one person and sign once. */
export function checkParties(rules: readonly SigningRule[], { roster }: OwnerPeople): readonly Finding[] {
  const active = [...roster.signers.values()].filter(({ isActive }) => isActive);
  const people = Map.groupBy(active, ({ userId }) => personOf(userId, roster));
  const shared = [...people.values()].filter((users) => users.length > 1).length;
  if (shared === 0 || rules.length === 0) return [];
  const ruleIds = rules.map(({ ruleId }) => ruleId);
  const message = `${shared} of the signers have several active users of one party. They are one person and sign once.`;
  return [{ severity: 'warning', code: 'users-of-one-party', ruleIds, message, path: 'alternatives' }];
}

function mayInitiatorSign({ initiatorMaySign }: SigningRule, { ownerKind }: OwnerPeople): boolean {
  return initiatorMaySign ?? ownerKind !== 'organization';
}
