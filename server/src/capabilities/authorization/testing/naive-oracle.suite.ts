import type { Collection, SigningMoment } from '../domain/signing/collection.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import type { Roster } from '../domain/signing/roster.ts';
import type { Requirement } from '../domain/signing/rule.ts';
import { during } from './naive-rule.suite.ts';

/**
 * A second implementation of SPEC channel-interfaces 9, as slow and as simple as possible, sharing only types with the
 * product. It filters lists where the product compares, and recurses where the product iterates.
 */

interface Given {
  readonly who: string;
  readonly for: string;
  readonly byProxy: boolean;
  readonly at: number;
  readonly goneAt: number;
}

/** Returns the party of a user, or the user where no party is known. */
function human(roster: Roster, user: string): string {
  const [one] = roster.signers.filter((s) => s.userId === user);
  if (one?.kind === 'agent') return user;
  const party = one === undefined ? roster.parties?.get(user) : one.party;
  return party === undefined ? user : `party:${party}`;
}

function isMember(
  roster: Roster,
  user: string,
  r: Requirement,
  at: number,
  level: number | undefined,
): boolean {
  return roster.memberships.some(
    (m) =>
      m.userId === user &&
      `${m.entityLevel}:${m.group}` === `${r.entityLevel}:${r.entityId}` &&
      (level === undefined || m.level === undefined || m.level === level) &&
      during(m.validFrom.epochMilliseconds, m.validUntil?.epochMilliseconds, at),
  );
}

function mayActFor(roster: Roster, user: string, customer: string, at: number): boolean {
  return roster.signers
    .filter((s) => s.userId === user)
    .flatMap((s) => s.mandates)
    .some(
      (m) =>
        m.customer === customer && during(m.validFrom.epochMilliseconds, m.validUntil?.epochMilliseconds, at),
    );
}

function mandated(roster: Roster, user: string, r: Requirement, at: number): boolean {
  const agent = roster.signers.some((s) => s.userId === user && s.kind === 'agent');
  switch (r.entityLevel) {
    case 'special-group':
      return true;
    case 'customer':
      return mayActFor(roster, user, r.entityId, at);
    case 'customer-group':
      return mayActFor(roster, user, roster.owner, at);
    case 'user-id':
    case 'user-name':
      return agent || mayActFor(roster, user, roster.owner, at);
  }
}

function stands(roster: Roster, r: Requirement, user: string, at: number): boolean {
  if (r.entityLevel === 'user-id') return r.entityId === user;
  if (r.entityLevel === 'user-name')
    return roster.signers.some((s) => s.userId === user && s.userName === r.entityId);
  if (r.entityLevel === 'customer') return mayActFor(roster, user, r.entityId, at);
  return isMember(roster, user, r, at, r.level);
}

interface OracleInput {
  readonly rule: EffectiveRule;
  readonly way: readonly Requirement[];
  readonly roster: Roster;
  readonly initiator: string | undefined;
  readonly all: readonly Given[];
}

const order = ['user-id', 'user-name', 'customer-group', 'special-group', 'customer'];

function isProxy({ roster, initiator }: OracleInput, me: Given): boolean {
  const forWhom = human(roster, me.for);
  if (forWhom === human(roster, initiator ?? '') || forWhom === human(roster, me.who)) return false;
  return roster.absences.some(
    (a) =>
      a.owner === roster.owner &&
      a.userId === me.for &&
      a.delegateId === me.who &&
      during(a.from.epochMilliseconds, a.until.epochMilliseconds, me.at),
  );
}

const none = -1;
const twice = -2;

/** Returns why a signature counts for nothing, whatever is required: `twice` for a person who stands already. */
function refusal(app: OracleInput, me: Given, before: readonly number[]): number | undefined {
  const { roster } = app;
  const names = before.flatMap((j) => app.all[j] ?? []);
  const [who, forWhom] = [human(roster, me.who), human(roster, me.for)];
  if (names.some((g) => human(roster, g.who) === who)) return twice;
  const isInitiator = app.initiator !== undefined && human(roster, app.initiator) === who;
  if (isInitiator && !(app.rule.initiatorMaySign && !me.byProxy)) return none;
  if (me.byProxy && !isProxy(app, me)) return none;
  return names.some((g) => human(roster, g.for) === forWhom) ? twice : undefined;
}

/** Returns which requirement the i-th signature counts for, by evaluating all before it again and again. */
function slot(app: OracleInput, i: number): number {
  const me = app.all[i];
  if (me === undefined) return none;
  const { roster, way } = app;
  const before = upAt(app, me.at, i);
  const refused = refusal(app, me, before);
  if (refused !== undefined) return refused;
  const filled = (k: number) => before.filter((j) => slot(app, j) === k).length;
  const full = (k: number) => filled(k) >= (way[k]?.required ?? 0);
  const free = way
    .map((r, k) => ({ r, k }))
    .filter(({ r, k }) => {
      if (full(k) || !stands(roster, r, me.for, me.at)) return false;
      if (!mandated(roster, me.for, r, me.at) || !mandated(roster, me.who, r, me.at)) return false;
      const others = way.filter((o, n) => n !== k && o.entityLevel.endsWith('-group'));
      const elsewhere = others.some((o) =>
        [me.who, me.for].some((p) => isMember(roster, p, o, me.at, undefined)),
      );
      if (r.distinctGroup && elsewhere) return false;
      const lower = way.flatMap((o, n) => (o.level < r.level ? [n] : []));
      return !app.rule.enforceHierarchy || lower.every(full);
    });
  const best = free.toSorted(
    (a, b) => order.indexOf(a.r.entityLevel) - order.indexOf(b.r.entityLevel) || a.k - b.k,
  )[0];
  return best ? best.k : none;
}

/** Returns the signatures before the i-th that stand at a time; of those of one person only the first. */
function upAt(app: OracleInput, at: number, i: number): readonly number[] {
  const up = app.all.map((_, j) => j).filter((j) => j < i && isUp(app, j, at));
  return up.filter((j) => {
    if (slot(app, j) === twice) return false;
    return slot(app, j) === none || !up.some((k) => k < j && slot(app, k) >= 0 && isShared(app, j, k));
  });
}

function isShared({ all, roster }: OracleInput, j: number, k: number): boolean {
  const [one, other] = [all[j], all[k]];
  if (one === undefined || other === undefined) return false;
  return (
    human(roster, one.who) === human(roster, other.who) || human(roster, one.for) === human(roster, other.for)
  );
}

/** Returns whether a signature still stands at a time. */
function isUp(app: OracleInput, j: number, at: number): boolean {
  const given = app.all[j];
  if (given === undefined || given.goneAt <= at) return false;
  const r = app.way[slot(app, j)];
  return (
    r === undefined || (mandated(app.roster, given.who, r, at) && mandated(app.roster, given.for, r, at))
  );
}

function isFit(roster: Roster, user: string): boolean {
  return roster.signers.some((s) => s.userId === user && s.isActive && !s.isRestricted);
}

function historyOf(collection: Collection, moment: SigningMoment): readonly Given[] {
  const nowMs = moment.now.epochMilliseconds;
  return collection.signatures
    .filter((s) => s.digest === moment.digest)
    .map((s) => {
      const people = [s.userId, s.onBehalfOf ?? s.userId];
      const fit = people.every((user) => isFit(moment.roster, user));
      const voided = s.state === 'void' ? (s.voidedAt?.epochMilliseconds ?? -Infinity) : Infinity;
      const goneAt = s.state === 'valid' && !fit ? nowMs : voided;
      return {
        who: s.userId,
        for: s.onBehalfOf ?? s.userId,
        byProxy: s.onBehalfOf !== undefined,
        at: s.signedAt.epochMilliseconds,
        goneAt,
      };
    });
}

/**
 * Returns the result of evaluate-signatures by the second implementation: `alternative: existing/required …`, in order.
 */
export function naiveSignatures(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment,
): readonly string[] {
  const all = historyOf(collection, moment);
  const nowMs = moment.now.epochMilliseconds;
  const lines = rule.alternatives.map((way, index) => {
    const app: OracleInput = { rule, way, roster: moment.roster, initiator: collection.initiator, all };
    const up = upAt(app, nowMs, all.length);
    const counts = way.map((_, k) => up.filter((j) => slot(app, j) === k).length);
    const missing = way.reduce(
      (n, r, k) => n + (r.required > (counts[k] ?? 0) ? r.required - (counts[k] ?? 0) : 0),
      0,
    );
    return { missing, line: `${index}: ${way.map((r, k) => `${counts[k]}/${r.required}`).join(' ')}` };
  });
  return lines.toSorted((one, other) => one.missing - other.missing).map(({ line }) => line);
}

/** Returns the result of evaluate-user by the second implementation: the entity per alternative, or undefined. */
export function naiveUser(
  rule: EffectiveRule,
  collection: Collection,
  moment: SigningMoment & { readonly userId: string },
): readonly (string | undefined)[] {
  const { roster, userId } = moment;
  const at = moment.now.epochMilliseconds;
  const history = historyOf(collection, moment);
  const absent = roster.absences.filter((a) => a.delegateId === userId).map((a) => a.userId);
  const refused = rule.alternatives.map((): string | undefined => undefined);
  for (const authority of [
    userId,
    ...absent.filter((user) => human(roster, user) !== human(roster, userId)),
  ]) {
    if (!isFit(roster, userId) || !isFit(roster, authority)) continue;
    const all = [
      ...history,
      { who: userId, for: authority, byProxy: authority !== userId, at, goneAt: Infinity },
    ];
    const found = rule.alternatives.map((way) => {
      const app: OracleInput = { rule, way, roster, initiator: collection.initiator, all };
      const r = way[slot(app, all.length - 1)];
      return r && `${r.entityLevel}:${r.entityId}`;
    });
    if (found.some((entity) => entity !== undefined)) return found;
  }
  return refused;
}
