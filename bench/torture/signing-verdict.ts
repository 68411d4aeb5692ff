import { emptyContext } from '../../server/src/capabilities/authorization/domain/calling-context.ts';
import { groupsIn } from '../../server/src/capabilities/authorization/domain/signing/rule-customers.ts';
import { evaluateSignatures } from '../../server/src/capabilities/authorization/operations/signatures/evaluate-signatures.ts';
import { signingRoster } from '../../server/src/capabilities/authorization/steps/signing-roster.ts';
import {
  findCollections,
  type StoredCollection,
} from '../../server/src/capabilities/authorization/store/collections.store.ts';
import type { AuthorizationTestApp } from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import { naiveSignatures } from '../../server/src/capabilities/authorization/testing/naive-oracle.suite.ts';

export const resourceId = 'payment';
const bankId = '01';

/** Data of a finished schedule. */
export interface Remains {
  readonly app: AuthorizationTestApp;
  readonly owner: string;
  readonly lost: ReadonlySet<string>;
  readonly merged: readonly string[];
}

interface Verdict {
  readonly errors: readonly string[];
  readonly isFulfilled: boolean;
}

interface SignatureRow {
  readonly user_id: string;
  readonly digest: string;
  readonly state: 'valid' | 'void';
}

export async function findOf(
  app: AuthorizationTestApp,
  owner: string,
): Promise<StoredCollection | undefined> {
  const criteria = { bankId, resourceId, owners: [owner], resourceKind: 'payment' };
  return (await findCollections(app.context().db, app.ports.authorizationVault, criteria))[0];
}

/** Compares the committed rows with the naive implementation of the specification. */
export async function evaluate(remains: Remains): Promise<Verdict> {
  const { owner, app } = remains;
  const collection = await findOf(app, owner);
  if (collection === undefined) return { errors: [], isFulfilled: false };
  const rows = await app.database.query<SignatureRow>(
    `select user_id, digest, state from "authorization".signature where collection_id = $1 order by position`,
    [collection.collectionId],
  );
  const events = await app.eventsOf('signature-collection', collection.collectionId);
  const names = events.map(({ name }) => name);
  return {
    errors: [
      ...(await countErrors(remains, collection, rows)),
      ...rowErrors(remains, collection, rows),
      ...duplicateCompletions(names),
    ],
    isFulfilled: names.includes('signing-rules-fulfilled'),
  };
}

async function countErrors(
  { owner, app, merged }: Remains,
  { decision, digest, state }: StoredCollection,
  rows: readonly SignatureRow[],
): Promise<readonly string[]> {
  const ctx = app.context();
  // The clock stands still: positions define the order.
  const now = app.clock.now();
  const signatures = rows.map((row) => ({
    userId: row.user_id,
    digest: row.digest,
    signedAt: now,
    state: row.state,
    ...(row.state === 'void' ? { voidedAt: now } : {}),
  }));
  const groups = groupsIn([decision.rule]);
  const roster = await signingRoster(ctx, ctx.db, { owner, resourceKind: 'payment', groups, holders: [] });
  const right = naiveSignatures(decision.rule, { digest, signatures }, { roster, now, digest });
  const response = await evaluateSignatures(ctx, {
    resourceId,
    resourceKind: 'payment',
    payload: undefined,
    context: { ...emptyContext, actingFor: owner },
  });
  const responded = response.map(
    ({ alternative, signatures: counts }) =>
      `${alternative}: ${counts.map(({ existing, required }) => `${existing}/${required}`).join(' ')}`,
  );
  const isComplete = right.some(isWhole);
  return [
    ...(responded.join() === right.join()
      ? []
      : [`responses ${responded.join()} where ${right.join()} is right`]),
    // A merge may show later that two signatures are of one person; the use is then refused.
    ...(state === 'fulfilled' && !isComplete && merged.length === 0 ? ['fulfilled and not complete'] : []),
    ...(state === 'open' && isComplete ? ['complete and still open'] : []),
  ];
}

/** A used payment does not change any more, so its rows are those of its use. */
function rowErrors(
  { lost }: Remains,
  { decision, digest, state }: StoredCollection,
  rows: readonly SignatureRow[],
): readonly string[] {
  const valid = rows.filter((row) => row.state === 'valid');
  const fewest = Math.min(
    ...decision.rule.alternatives.map((way) => way.reduce((sum, { required }) => sum + required, 0)),
  );
  return [
    ...(valid.some((row) => row.digest !== digest) ? ['a signature of what was'] : []),
    ...(state === 'used' && valid.length < fewest ? ['used with too few signatures'] : []),
    ...(state !== 'used' && valid.some((row) => lost.has(row.user_id))
      ? ['a signature of a user who lost the right']
      : []),
  ];
}

/** Matches `0: 2/2 1/1`. */
function isWhole(line: string): boolean {
  return line
    .split(' ')
    .slice(1)
    .every((count) => {
      const [existing, required] = count.split('/');
      return Number(existing) >= Number(required);
    });
}

/** Returns errors for a second completion event without a lost signature in between. */
function duplicateCompletions(names: readonly string[]): readonly string[] {
  let isReported = false;
  for (const name of names) {
    if (name === 'signatures-invalidated') isReported = false;
    if (name !== 'signing-rules-fulfilled') continue;
    if (isReported) return ['reported complete twice'];
    isReported = true;
  }
  return [];
}
