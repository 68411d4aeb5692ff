import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { emptyContext } from '../../server/src/capabilities/authorization/domain/calling-context.ts';
import { closeCollection } from '../../server/src/capabilities/authorization/operations/signatures/close-collection.ts';
import { evaluateUser } from '../../server/src/capabilities/authorization/operations/signatures/evaluate-user.ts';
import { withdrawSignatures } from '../../server/src/capabilities/authorization/operations/signatures/withdraw-signatures.ts';
import type { User } from '../../server/src/capabilities/authorization/ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import { saveSigningGroup } from '../../server/src/capabilities/authorization/testing/signing-changes.suite.ts';
import {
  activate,
  of,
  payment,
  ruleFields,
} from '../../server/src/capabilities/authorization/testing/signing-steps.suite.ts';
import type { Customer } from '../../server/src/platform/auth/caller.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import { createSigningPeople, type SigningPeople, signerNames } from './signing-people.ts';
import { evaluate, findOf, resourceId } from './signing-verdict.ts';

const sideBySide = 4;
/** Two payloads that need the same signatures, and one that needs them in order. */
const amounts = ['50000', '60000', '150000'] as const;

interface Company {
  readonly app: AuthorizationTestApp;
  readonly people: SigningPeople;
  readonly owner: string;
  readonly signers: ReadonlyMap<string, User>;
  /** Signatories who lost the right to sign, with all their signatures revoked. */
  readonly lost: Set<string>;
  /** Signatories whose party was merged into that of another, since when both are one person. */
  readonly merged: string[];
}

interface Tally {
  schedules: number;
  signed: number;
  fulfilled: number;
  used: number;
  readonly errors: string[];
}

type Deed = () => Promise<void>;

/**
 * Runs random actions on one payment over parallel connections: sign, change, lose the right to sign, revoke,
 * execute. For any order, the completeness at the end must equal that of the naive implementation on the committed
 * rows, and no payment may be reported complete twice in a row or be used twice.
 */
export async function tortureSchedules(schedules: number, seed: number): Promise<readonly Figure[]> {
  const people = createSigningPeople();
  await using app = await createAuthorizationTestApp({
    poolSize: 16,
    ports: { users: people, deviceKeys: { isSignature: async () => true, lockSigner: async () => true } },
  });
  // The run does not test durability.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  const tally: Tally = { schedules: 0, signed: 0, fulfilled: 0, used: 0, errors: [] };
  const show = progress('schedules', schedules);
  let next = 0;
  const hand = async (): Promise<void> => {
    while (next < schedules) {
      next += 1;
      const number = next;
      await runSchedule({ app: app, people, number, chance: chanceFrom(seed + number) }, tally);
      tally.schedules += 1;
      show(tally.schedules);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, hand));
  for (const error of tally.errors.slice(0, 10)) console.log(error);
  return figuresOf(tally);
}

interface Schedule {
  readonly app: AuthorizationTestApp;
  readonly people: SigningPeople;
  readonly number: number;
  readonly chance: Chance;
}

async function runSchedule({ chance, number, people, app }: Schedule, tally: Tally): Promise<void> {
  const owner = `T${number}`;
  const company = await foundCompany(app, people, owner);
  const actions = Array.from({ length: chance.integer(4, 10) }, () => actionOf(company, chance, tally));
  while (actions.length > 0) {
    const outcomes = await Promise.allSettled(
      actions.splice(0, chance.integer(1, 5)).map(async (action) => action()),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') tally.errors.push(`${owner}: ${String(outcome.reason)}`);
    }
  }
  const { errors, isFulfilled } = await evaluate(company);
  tally.errors.push(...errors.map((error) => `${owner}: ${error}`));
  if (isFulfilled) tally.fulfilled += 1;
  people.close(owner);
}

async function foundCompany(
  app: AuthorizationTestApp,
  people: SigningPeople,
  owner: string,
): Promise<Company> {
  const signers = people.found(owner);
  const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
  for (const groupId of ['A', 'B']) {
    const members = [...signers]
      .filter(([name]) => name.startsWith(groupId))
      .map(([, { userId }]) => ({ userId, validFrom, validUntil: undefined }));
    await saveSigningGroup(app.context(), { owner, groupId, members });
  }
  await activate(app, owner, [
    ruleFields({
      'rule-id': `${owner}-low`,
      owner,
      'amount-to': '100000',
      alternatives: [[of('A', 2)], [of('A', 1), of('B', 1)]],
    }),
    ruleFields({
      'rule-id': `${owner}-high`,
      owner,
      'amount-from': '100000',
      'enforce-hierarchy': true,
      alternatives: [[of('A', 1), of('B', 1, { level: 2 })]],
    }),
  ]);
  return { app: app, people, owner, signers, lost: new Set(), merged: [] };
}

function actionOf(company: Company, chance: Chance, tally: Tally): Deed {
  const name = chance.oneOf(signerNames);
  const user = company.signers.get(name);
  if (user === undefined) throw new Error(`no signer ${name}`);
  const { userId } = user;
  const draw = chance.integer(1, 22);
  if (draw <= 11) return () => sign(company, user, { amount: amounts[0], tally });
  if (draw <= 14) return () => sign(company, user, { amount: chance.oneOf(amounts), tally });
  if (draw === 15) return () => lose(company, userId, 'mandate-revoked');
  if (draw === 16) return () => lose(company, userId, 'user-suspended');
  if (draw <= 18) return () => withdraw(company, userId, 'fraud-reported');
  if (draw <= 20) return () => merge(company, userId, chance.oneOf(signerNames));
  return () => use(company, tally);
}

async function sign(
  { owner, app }: Company,
  user: User,
  { amount, tally }: { readonly amount: string; readonly tally: Tally },
): Promise<void> {
  const caller: Customer = {
    kind: 'customer',
    userId: user.userId,
    customerNumber: user.customerNumber,
    actingFor: owner,
    deviceId: undefined,
    clientId: 'console-1',
    bankId: '01',
    scopes: new Set(['authorization.sign']),
    binding: 'proof',
    assurance: 'sca',
    authenticatedAt: app.clock.now(),
  };
  const proof = { kind: 'device-signature', id: 'device', signature: randomUUID() } as const;
  const outcomes = await evaluateUser(
    { ...app.context(), caller },
    {
      resourceId,
      resourceKind: 'payment',
      payload: payment(amount),
      context: { ...emptyContext, actingFor: owner, proof },
    },
  );
  if (outcomes.some(({ success }) => success)) tally.signed += 1;
}

async function merge(
  { merged, owner, people, signers }: Company,
  userId: string,
  into: string,
): Promise<void> {
  const survivor = signers.get(into)?.userId;
  if (survivor === undefined || survivor === userId) return;
  people.merge(owner, userId, survivor);
  merged.push(userId);
}

async function lose(
  company: Company,
  userId: string,
  reason: 'mandate-revoked' | 'user-suspended',
): Promise<void> {
  const { owner, people } = company;
  if (reason === 'mandate-revoked') people.revoke(owner, userId);
  else people.suspend(owner, userId);
  await withdraw(company, userId, reason);
  company.lost.add(userId);
}

async function withdraw(
  { app }: Company,
  userId: string,
  reason: 'mandate-revoked' | 'user-suspended' | 'fraud-reported',
): Promise<void> {
  const ctx = app.context();
  await runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
    await withdrawSignatures(ctx, work, { userId, reason });
  });
}

async function use(company: Company, tally: Tally): Promise<void> {
  const { app, merged, owner } = company;
  const mergesBefore = merged.length;
  const ctx = app.context();
  const collection = await findOf(app, owner);
  if (collection === undefined) return;
  const settled = { as: 'used', digest: collection.digest } as const;
  const outcome = await runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: owner, changes: [] });
    return closeCollection(ctx, work, { owner, resourceKind: 'payment', resourceId, closing: settled });
  });
  if (outcome !== 'closed') return;
  tally.used += 1;
  // A merge at the same moment may have come before or after the use.
  if (merged.length > mergesBefore) return;
  const rows = await app.database.query<{ user_id: string }>(
    `select user_id from "authorization".signature where collection_id = $1 and state = 'valid'`,
    [collection.collectionId],
  );
  const users = await company.people.findAll(app.context().db, {
    bankId: '01',
    userIds: rows.map(({ user_id: userId }) => userId),
  });
  const fewest = 2;
  if (new Set(users.map(({ partyNumber }) => partyNumber)).size < fewest && merged.length === mergesBefore)
    tally.errors.push(`${owner}: used with one person's signatures`);
}

function figuresOf({ errors, fulfilled, schedules, signed, used }: Tally): readonly Figure[] {
  return [
    {
      name: `schedules that end otherwise than the naive reading, of ${schedules}`,
      figure: String(errors.length),
      goal: '0',
      isReached: errors.length === 0,
    },
    {
      name: 'signatures accepted, payments complete, payments used',
      figure: `${signed}, ${fulfilled}, ${used}`,
      goal: `more than ${schedules}, ${schedules / 5}, ${schedules / 50}`,
      isReached: signed > schedules && fulfilled > schedules / 5 && used > schedules / 50,
    },
  ];
}
