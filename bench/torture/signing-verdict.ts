import { emptyContext } from '../../server/src/capabilities/authorization/domain/calling-context.ts';
import { evaluateSignatures } from '../../server/src/capabilities/authorization/operations/evaluate-signatures.ts';
import { signingRoster } from '../../server/src/capabilities/authorization/steps/signing-roster.ts';
import {
  findCollections,
  type StoredCollection,
} from '../../server/src/capabilities/authorization/store/collections.store.ts';
import type { AuthorizationTestApp } from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import { naiveSignatures } from '../../server/src/capabilities/authorization/testing/naive-oracle.suite.ts';

export const resourceId = 'payment';
const bankId = '01';

/** What a schedule left behind. */
export interface Remains {
  readonly app: AuthorizationTestApp;
  readonly owner: string;
  readonly lost: ReadonlySet<string>;
}

interface Verdict {
  readonly faults: readonly string[];
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

/** Holds what was committed against the naive reading of the specification. */
export async function judge(remains: Remains): Promise<Verdict> {
  const { owner, app: world } = remains;
  const collection = await findOf(world, owner);
  if (collection === undefined) return { faults: [], isFulfilled: false };
  const rows = await world.database.query<SignatureRow>(
    `select user_id, digest, state from "authorization".signature where collection_id = $1 order by position`,
    [collection.collectionId],
  );
  const told = await world.eventsOf('signature-collection', collection.collectionId);
  const names = told.map(({ name }) => name);
  return {
    faults: [
      ...(await countFaults(remains, collection, rows)),
      ...rowFaults(remains, collection, rows),
      ...twiceTold(names),
    ],
    isFulfilled: names.includes('signing-rules-fulfilled'),
  };
}

async function countFaults(
  { owner, app: world }: Remains,
  { decision, digest, state }: StoredCollection,
  rows: readonly SignatureRow[],
): Promise<readonly string[]> {
  const ctx = world.context();
  // The clock stands still: the order is that of the positions.
  const now = world.clock.now();
  const signatures = rows.map((row) => ({
    userId: row.user_id,
    digest: row.digest,
    signedAt: now,
    state: row.state,
    ...(row.state === 'void' ? { voidedAt: now } : {}),
  }));
  const roster = await signingRoster(ctx, ctx.db, { owner, holders: [] });
  const right = naiveSignatures(decision.rule, { digest, signatures }, { roster, now, digest });
  const answer = await evaluateSignatures(ctx, {
    resourceId,
    resourceKind: 'payment',
    payload: undefined,
    context: { ...emptyContext, actingFor: owner },
  });
  const answered = answer.map(
    ({ alternative, signatures: counts }) =>
      `${alternative}: ${counts.map(({ existing, required }) => `${existing}/${required}`).join(' ')}`,
  );
  const isComplete = right.some(isWhole);
  return [
    ...(answered.join() === right.join()
      ? []
      : [`answers ${answered.join()} where ${right.join()} is right`]),
    ...(state === 'fulfilled' && !isComplete ? ['fulfilled and not complete'] : []),
    ...(state === 'open' && isComplete ? ['complete and still open'] : []),
  ];
}

/** What was used is not touched any more, so its rows are those it was used with. */
function rowFaults(
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
      ? ['a signature of somebody who lost the right']
      : []),
  ];
}

/** `0: 2/2 1/1` */
function isWhole(line: string): boolean {
  return line
    .split(' ')
    .slice(1)
    .every((count) => {
      const [existing, required] = count.split('/');
      return Number(existing) >= Number(required);
    });
}

/** Once it is told that all have signed, it is not told again unless a signature was lost. */
function twiceTold(names: readonly string[]): readonly string[] {
  let isTold = false;
  for (const name of names) {
    if (name === 'signatures-invalidated') isTold = false;
    if (name !== 'signing-rules-fulfilled') continue;
    if (isTold) return ['told complete twice'];
    isTold = true;
  }
  return [];
}
