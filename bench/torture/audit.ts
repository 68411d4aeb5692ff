import { generateKeyPairSync } from 'node:crypto';
import { openDatabase, type Session } from '../../server/src/platform/db/database.ts';
import { plainStatement } from '../../server/src/platform/db/statement.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import {
  type SealVerifier,
  sealKeyFrom,
  sealVerifierFrom,
} from '../../server/src/platform/work/audit-chain.ts';
import { type AuditVerdict, verifyAudit } from '../../server/src/platform/work/audit-verifier.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { databaseOn } from '../harness/session-database.ts';
import { type Refusals, tryForbidden } from './audit-refusals.ts';
import { type Expected, type Tampering, TamperSession } from './audit-tampering.ts';
import { cutTailUnknown, tamperings } from './audit-tamperings.ts';
import { fillTrails, type Trail, type Trails } from './audit-trail.ts';

const entriesWanted: Readonly<Record<Scale, number>> = { ci: 20_000, night: 200_000, full: 1_000_000 };
/** Rounds over all tamperings; ten rounds make more than two hundred. */
const rounds: Readonly<Record<Scale, number>> = { ci: 10, night: 20, full: 20 };
const readings = 3;
const rowsPerSecondGoal = 100_000;
const tamperingsMin = 200;

interface Tried {
  readonly name: string;
  readonly isFound: boolean;
  readonly note: string;
}

/** G22: the verifier finds every change of the audit trail by an attacker without the key, and the changed entry. */
export async function tortureAudit({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const random = randomFrom(seed);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = sealKeyFrom(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const seals = sealVerifierFrom([publicKey.export({ type: 'spki', format: 'pem' }).toString()]);
  await using database = await createTestDatabase({ isDurable: true });
  const trails = await fillTrails(database, entriesWanted[scale], key);
  const reading = await readIntact(database, trails, seals);
  const refusals = await tryForbidden(database);
  const tried = await tamperAll({ database, trails, seals, random }, rounds[scale]);
  show(tried, trails, refusals);
  return figures({ scale, reading, refusals, tried });
}

interface Reading {
  readonly rowsPerSecond: number;
  readonly entries: number;
  readonly isIntact: boolean;
}

/** Returns the fastest of a few verifications: other work on the machine can only slow one down. */
async function readIntact(database: TestDatabase, trails: Trails, seals: SealVerifier): Promise<Reading> {
  await using owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  let rowsPerSecond = 0;
  let verdicts: readonly AuditVerdict[] = [];
  const note = progress('readings', readings);
  for (let nth = 0; nth < readings; nth += 1) {
    const startedAt = performance.now();
    verdicts = [];
    for (const { bankId, seals: knownSeals } of trails.banks) {
      const options = { database: owner, seals, knownSeals, now: trails.clock.now() };
      verdicts = [...verdicts, await verifyAudit(bankId, options)];
    }
    const entries = verdicts.reduce((sum, verdict) => sum + verdict.entries, 0);
    rowsPerSecond = Math.max(rowsPerSecond, entries / ((performance.now() - startedAt) / 1_000));
    note(nth + 1, `${Math.round(rowsPerSecond)} rows/s`);
  }
  return {
    rowsPerSecond,
    entries: verdicts.reduce((sum, verdict) => sum + verdict.entries, 0),
    isIntact: verdicts.every(({ kind }) => kind === 'intact'),
  };
}

interface TamperHarness {
  readonly database: TestDatabase;
  readonly trails: Trails;
  readonly seals: SealVerifier;
  readonly random: () => number;
}

async function tamperAll(harness: TamperHarness, times: number): Promise<readonly Tried[]> {
  const all = [
    ...Array.from({ length: times }, () => tamperings).flat(),
    ...harness.trails.banks.map(() => cutTailUnknown),
  ];
  const tried: Tried[] = [];
  const note = progress('tamperings', all.length);
  await using owner = openDatabase({ url: harness.database.ownerUrl, poolSize: 1 });
  for (const tampering of all) {
    const trail = harness.trails.banks[Math.floor(harness.random() * harness.trails.banks.length)];
    if (trail === undefined) throw new Error('no trail');
    const session = await owner.session();
    tried.push(await tamperOnce(harness, session, trail, tampering));
    session.release('clean');
    note(tried.length, tampering.name);
  }
  return tried;
}

const begin = plainStatement('begin')([]);
/** Disables the triggers of the tables, as the owner of the machine can. */
const withoutTriggers = plainStatement('set local session_replication_role = replica')([]);
const rollback = plainStatement('rollback')([]);

async function tamperOnce(
  { random, seals, trails }: TamperHarness,
  session: Session,
  trail: Trail,
  tampering: Tampering,
): Promise<Tried> {
  await session.flush([begin, withoutTriggers]);
  try {
    const expected = await tampering.apply(new TamperSession(session, trail, random));
    const verdict = await verifyAudit(trail.bankId, {
      database: databaseOn(session),
      seals,
      knownSeals: expected.knownSeals ?? [],
      now: trails.clock.now(),
    });
    const note = `bank ${trail.bankId}: expected ${sayExpected(expected)}, was ${sayVerdict(verdict)}`;
    return { name: tampering.name, isFound: isAsExpected(expected, verdict), note };
  } finally {
    await session.flush([rollback]);
  }
}

function isAsExpected({ verdict: wanted, entryNo }: Expected, verdict: AuditVerdict): boolean {
  if (wanted === 'intact') return verdict.kind === 'intact';
  return verdict.kind === 'broken' && verdict.entryNo === entryNo && wanted.includes(verdict.error);
}

function sayExpected({ verdict, entryNo }: Expected): string {
  return verdict === 'intact' ? 'intact' : `${verdict.join(' or ')} at ${entryNo}`;
}

function sayVerdict(verdict: AuditVerdict): string {
  return verdict.kind === 'intact' ? 'intact' : `${verdict.error} at ${verdict.entryNo}`;
}

function show(tried: readonly Tried[], trails: Trails, refusals: Refusals): void {
  const byName = [...Map.groupBy(tried, ({ name }) => name)];
  const rows = byName.map(([name, its]) => [name, its.length, its.filter(({ isFound }) => isFound).length]);
  console.log(`\n${table(['tampering', 'times', 'as expected'], rows)}\n`);
  for (const { name, note } of tried.filter(({ isFound }) => !isFound).slice(0, 10))
    console.log(`NOT FOUND ${name}: ${note}`);
  for (const text of refusals.allowed) console.log(`NOT REFUSED ${text}`);
  console.log(`sealed ${Math.round(trails.sealedPerSecond)} entries per second\n`);
}

function figures(found: {
  readonly scale: Scale;
  readonly reading: Reading;
  readonly refusals: Refusals;
  readonly tried: readonly Tried[];
}): readonly Figure[] {
  const { scale, reading, refusals, tried } = found;
  const visible = tried.filter(({ name }) => name !== cutTailUnknown.name);
  const asMustBe = visible.filter(({ isFound }) => isFound).length;
  const isFast = reading.rowsPerSecond >= rowsPerSecondGoal;
  return [
    {
      name: 'audit tamperings found at the right entry',
      figure: `${asMustBe} of ${visible.length}`,
      goal: `all of ≥ ${tamperingsMin}`,
      isReached: asMustBe === visible.length && visible.length >= tamperingsMin,
    },
    {
      name: 'untouched trail',
      figure: `${reading.entries} entries ${reading.isIntact ? 'intact' : 'BROKEN'}`,
      goal: `${entriesWanted[scale]} intact`,
      isReached: reading.isIntact && reading.entries >= entriesWanted[scale],
    },
    {
      name: 'verified per second',
      figure: `${Math.round(reading.rowsPerSecond)} rows`,
      goal:
        scale === 'full' ? `≥ ${rowsPerSecondGoal}` : `≥ ${rowsPerSecondGoal} at full, informational here`,
      isReached: scale !== 'full' || isFast,
    },
    {
      name: 'forbidden statements refused to service and worker',
      figure: `${refusals.attempts - refusals.allowed.length} of ${refusals.attempts}`,
      goal: 'all',
      isReached: refusals.allowed.length === 0,
    },
  ];
}
