import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { chainStart, hashEntry, sealKeyFrom, sealVerifierFrom } from './audit-chain.ts';
import type { AuditHead, AuditHeads } from './audit-heads.ts';
import { type AuditRow, auditColumns, toEntry } from './audit-rows.ts';
import { type AuditSealer, createAuditSealer } from './audit-sealer.ts';
import { type AuditVerdict, verifyAudit } from './audit-verifier.ts';
import type { AuditFinding, KnownSeal } from './audit-walk.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = sealKeyFrom(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const seals = sealVerifierFrom([publicKey.export({ type: 'spki', format: 'pem' }).toString()]);

let database: TestDatabase;
let worker: Database;
let owner: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
});

afterAll(async () => {
  await worker.close();
  await owner.close();
  await database[Symbol.asyncDispose]();
});

let banks = 0;

/** A separate bank for each test, so that no test sees what another one has broken. */
class Trail {
  readonly bankId: string;
  readonly clock: FakeClock = fakeClock('2026-11-15T08:00:00Z');
  readonly lines: string[] = [];

  constructor() {
    banks += 1;
    this.bankId = `t${banks}`;
  }

  async write(entries: number, occurredAt = this.clock.now().toString()): Promise<void> {
    await database.query(
      `insert into platform.audit_entry
         (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
       select $1, gen_random_uuid(), $2::timestamptz + n * interval '1 microsecond', 'Test', 'thing', 'thing-' || n,
              '{"nth":' || n || '}' from generate_series(1, $3::int) as n`,
      [this.bankId, occurredAt, entries],
    );
  }

  /** What a separate worker would store outside the database. */
  heads: AuditHeads | undefined;

  sealer(): AuditSealer {
    const write = (line: string): void => void this.lines.push(line);
    const log = createLogger({ level: 'info', destination: { write } });
    return createAuditSealer({ database: worker, clock: this.clock, key, log, heads: this.heads });
  }

  async seal(sealer = this.sealer()): Promise<void> {
    while ((await sealer.sealOnce(this.bankId)) > 0);
  }

  /** Two seals, thirty entries, the last of them an hour ago. */
  async build(): Promise<void> {
    for (const entries of [10, 20]) {
      await this.write(entries);
      this.clock.advance({ minutes: 2 });
      await this.seal();
    }
    this.clock.advance({ hours: 1 });
  }

  /** Executes a statement with every right except the signing key. */
  async tamper(text: string, values: readonly unknown[] = []): Promise<void> {
    await database.query('alter table platform.audit_entry disable trigger keep_audit_entry');
    await database.query(text, [this.bankId, ...values]);
    await database.query('alter table platform.audit_entry enable trigger keep_audit_entry');
  }

  knownSeals(): Promise<readonly KnownSeal[]> {
    const text = `select entry_no as "entryNo", encode(hash, 'hex') as hash
                    from platform.audit_seal where bank_id = $1 order by entry_no`;
    return owner.query<KnownSeal>(plainStatement<KnownSeal>(text)([this.bankId]));
  }

  verify(knownSeals: readonly KnownSeal[] = []): Promise<AuditVerdict> {
    return verifyAudit(this.bankId, { database: owner, seals, knownSeals, now: this.clock.now() });
  }
}

async function builtTrail(): Promise<Trail> {
  const trail = new Trail();
  await trail.build();
  return trail;
}

function broken(error: AuditFinding, entryNo: bigint): Partial<AuditVerdict> {
  return { kind: 'broken', error, entryNo };
}

describe('an untouched trail', () => {
  test('is intact, over several seals', async () => {
    const trail = await builtTrail();
    expect(await trail.verify()).toEqual({ kind: 'intact', entries: 30, seals: 2, unsealed: 0 });
  });

  test('may have recent entries without a number', async () => {
    const trail = await builtTrail();
    await trail.write(3);
    expect(await trail.verify()).toMatchObject({ kind: 'intact', unsealed: 3 });
  });

  test('of a bank without entries is intact', async () => {
    expect(await new Trail().verify()).toMatchObject({ kind: 'intact', entries: 0, seals: 0 });
  });

  test('stays intact after the sealer was stopped for hours and has more than one batch to seal', async () => {
    const trail = await builtTrail();
    const away = trail.clock.now().toString();
    await trail.write(1_500, away);
    trail.clock.advance({ hours: 5 });
    await trail.write(1_500);
    await trail.seal();
    trail.clock.advance({ hours: 1 });
    expect(await trail.verify()).toMatchObject({ kind: 'intact', entries: 3_030 });
  });

  test('logs its head, which is then compared with the chain', async () => {
    const trail = await builtTrail();
    const known = await trail.knownSeals();
    expect(known.map(({ entryNo }) => entryNo)).toEqual([10n, 30n]);
    for (const [index, { entryNo, hash }] of known.entries()) {
      expect(trail.lines[index]).toContain(`"count":${entryNo},"sealHash":"${hash}"`);
    }
    expect(await trail.verify(known)).toMatchObject({ kind: 'intact' });
  });
});

describe('a manipulated trail', () => {
  test.each([
    [`record = record || ' '`],
    [`occurred_at = occurred_at + interval '1 microsecond'`],
    [`occurred_at = (occurred_at::timestamp::text || '+00 BC')::timestamptz`],
    ['audit_id = gen_random_uuid()'],
    ['hash = sha256(hash)'],
  ])('is reported at the entry that was changed: %s', async (assignment) => {
    const trail = await builtTrail();
    await trail.tamper(`update platform.audit_entry set ${assignment} where bank_id = $1 and entry_no = 17`);
    expect(await trail.verify()).toMatchObject(broken('changed', 17n));
  });

  test('lacks the deleted entry', async () => {
    const trail = await builtTrail();
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no = 5');
    expect(await trail.verify()).toMatchObject(broken('missing', 5n));
  });

  test('has a row numbered below the first', async () => {
    const trail = await builtTrail();
    await trail.tamper('update platform.audit_entry set entry_no = -3 where bank_id = $1 and entry_no = 30');
    expect(await trail.verify()).toMatchObject(broken('duplicate', -3n));
  });

  test('has a second row with the last number of a page', async () => {
    const trail = new Trail();
    await trail.write(2_100);
    await trail.seal();
    await trail.tamper(
      `insert into platform.audit_entry
       select bank_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', occurred_at, operation, aggregate_kind, aggregate_id,
              '{}', entry_no, hash from platform.audit_entry where bank_id = $1 and entry_no = 2000`,
    );
    expect(await trail.verify()).toMatchObject(broken('duplicate', 2_000n));
  });

  test('that ends too early is detected by the seals beyond its end', async () => {
    const trail = await builtTrail();
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no > 20');
    expect(await trail.verify()).toMatchObject(broken('truncated', 21n));
  });

  test('that was relinked does not match the next signed link', async () => {
    const trail = await builtTrail();
    await linkAnew(trail, 12n);
    expect(await trail.verify()).toMatchObject(broken('seal-mismatch', 30n));
  });

  test('that was relinked and lost its seals has old unsigned entries', async () => {
    const trail = await builtTrail();
    await linkAnew(trail, 12n);
    await trail.tamper('delete from platform.audit_seal where bank_id = $1 and entry_no > 10');
    expect(await trail.verify()).toMatchObject(broken('unsealed', 11n));
  });

  test.each([
    ['hash = sha256(hash)'],
    [`sealed_at = sealed_at + interval '1 microsecond'`],
    [`sealed_at = 'infinity'`],
    [`key_id = 'another'`],
  ])('has a forged seal: %s', async (assignment) => {
    const trail = await builtTrail();
    await trail.tamper(`update platform.audit_seal set ${assignment} where bank_id = $1 and entry_no = 10`);
    expect(await trail.verify()).toMatchObject(broken('seal-forged', 10n));
  });

  test('has an old entry inserted without a number', async () => {
    const trail = await builtTrail();
    await trail.write(1, '2026-11-15T08:00:30Z');
    expect(await trail.verify()).toMatchObject(broken('unsealed', 31n));
  });

  test('has an old entry inserted and then sealed by the sealer itself', async () => {
    const trail = await builtTrail();
    await trail.write(1, '2026-11-15T07:00:00Z');
    await trail.seal();
    expect(await trail.verify()).toMatchObject(broken('backdated', 31n));
  });
});

describe('a trail truncated to an earlier seal', () => {
  async function cutBack(): Promise<{ trail: Trail; known: readonly KnownSeal[] }> {
    const trail = await builtTrail();
    const known = await trail.knownSeals();
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no > 10');
    await trail.tamper('delete from platform.audit_seal where bank_id = $1 and entry_no > 10');
    return { trail, known };
  }

  test('cannot be distinguished from a new one by the database alone', async () => {
    const { trail } = await cutBack();
    expect(await trail.verify()).toMatchObject({ kind: 'intact', entries: 10 });
  });

  test('is detected by seals stored elsewhere', async () => {
    const { trail, known } = await cutBack();
    expect(await trail.verify(known)).toMatchObject(broken('truncated', 11n));
  });

  test('and continued by the real sealer is detected by them too', async () => {
    const { trail, known } = await cutBack();
    await trail.write(25);
    trail.clock.advance({ minutes: 2 });
    await trail.seal();
    expect(await trail.verify()).toMatchObject({ kind: 'intact', entries: 35 });
    expect(await trail.verify(known)).toMatchObject(broken('seal-mismatch', 30n));
  });
});

/** Changes an entry and recomputes the links of it and all that follow. */
async function linkAnew(trail: Trail, from: bigint): Promise<void> {
  await trail.tamper(`update platform.audit_entry set record = '{}' where bank_id = $1 and entry_no = $2`, [
    String(from),
  ]);
  const text = `select ${auditColumns}, entry_no from platform.audit_entry where bank_id = $1 order by entry_no`;
  const rows = await owner.query(plainStatement<AuditRow & { entry_no: bigint }>(text)([trail.bankId]));
  let link = chainStart;
  for (const row of rows) {
    link = hashEntry(link, row.entry_no, toEntry(row));
    await trail.tamper(
      `update platform.audit_entry set hash = decode($3, 'hex') where bank_id = $1 and entry_no = $2`,
      [String(row.entry_no), link],
    );
  }
}

/** Heads in memory; those in files have their own tests. */
function memoryHeads(): AuditHeads & { readonly stored: Map<string, AuditHead>; isBroken: boolean } {
  const stored = new Map<string, AuditHead>();
  const heads = {
    stored,
    isBroken: false,
    find: async (bankId: string) => stored.get(bankId),
    async save(bankId: string, head: AuditHead) {
      if (heads.isBroken) throw new Error('disk full');
      stored.set(bankId, head);
    },
    accept: async ({ bankId, after }: { bankId: string; after: AuditHead }) => void stored.set(bankId, after),
  };
  return heads;
}

describe('a sealer that stores its head outside the database', () => {
  async function watchedTrail(): Promise<{ trail: Trail; heads: ReturnType<typeof memoryHeads> }> {
    const trail = new Trail();
    const heads = memoryHeads();
    trail.heads = heads;
    await trail.build();
    return { trail, heads };
  }

  /** As the owner of the database: changes one entry, deletes another, and lets the sealer renumber all. */
  async function rewrite(trail: Trail): Promise<void> {
    await trail.tamper(`update platform.audit_entry set record = '{}' where bank_id = $1 and entry_no = 12`);
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no = 15');
    await trail.tamper('delete from platform.audit_seal where bank_id = $1');
    await trail.tamper('update platform.audit_entry set entry_no = null, hash = null where bank_id = $1');
  }

  const numbered = async ({ bankId }: Trail): Promise<number> =>
    (
      await database.query('select from platform.audit_entry where bank_id = $1 and entry_no is not null', [
        bankId,
      ])
    ).length;

  test('continues from it, also after a restart, and updates the head', async () => {
    const { heads, trail } = await watchedTrail();
    expect(heads.stored.get(trail.bankId)?.entryNo).toBe(30n);
    await trail.write(5);
    await trail.seal();
    expect(heads.stored.get(trail.bankId)?.entryNo).toBe(35n);
    expect(await trail.verify([...heads.stored.values()])).toMatchObject({ kind: 'intact', entries: 35 });
  });

  test('signs a rebuilt trail if it has no stored head', async () => {
    const trail = await builtTrail();
    await rewrite(trail);
    await trail.seal();
    expect(await trail.verify()).toMatchObject({ kind: 'intact', entries: 29 });
  });

  test('refuses a rebuilt trail and logs it once, and the verifier reports it too', async () => {
    const { heads, trail } = await watchedTrail();
    await rewrite(trail);
    const sealer = trail.sealer();
    await trail.seal(sealer);
    await trail.write(3);
    await trail.seal(sealer);
    expect(await numbered(trail)).toBe(0);
    expect([...sealer.failures()]).toEqual([[trail.bankId, 'refused']]);
    expect(trail.lines.filter((line) => line.includes('needs an operator'))).toHaveLength(1);
    expect(await trail.verify([...heads.stored.values()])).toMatchObject(broken('truncated', 1n));
  });

  test('refuses a trail that another sealer rebuilt and signed, with more entries than before', async () => {
    const { heads, trail } = await watchedTrail();
    await rewrite(trail);
    await trail.write(50);
    trail.heads = undefined;
    await trail.seal();
    trail.heads = heads;
    const sealer = trail.sealer();
    await trail.write(1);
    await trail.seal(sealer);
    expect(await numbered(trail)).toBe(79);
    expect([...sealer.failures().values()]).toEqual(['refused']);
    expect(await trail.verify([...heads.stored.values()])).toMatchObject(broken('seal-mismatch', 30n));
  });

  test('refuses a truncated trail', async () => {
    const { trail } = await watchedTrail();
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no > 20');
    await trail.tamper('delete from platform.audit_seal where bank_id = $1 and entry_no > 20');
    await trail.write(20);
    const sealer = trail.sealer();
    await trail.seal(sealer);
    expect([...sealer.failures().values()]).toEqual(['refused']);
    expect(await numbered(trail)).toBe(20);
  });

  test('continues after the change was accepted', async () => {
    const { heads, trail } = await watchedTrail();
    await trail.tamper('delete from platform.audit_entry where bank_id = $1 and entry_no > 20');
    await trail.tamper('delete from platform.audit_seal where bank_id = $1 and entry_no > 20');
    const sealer = trail.sealer();
    await trail.seal(sealer);
    const [row] = await database.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from platform.audit_entry where bank_id = $1 and entry_no = 20`,
      [trail.bankId],
    );
    heads.stored.set(trail.bankId, { entryNo: 20n, hash: row?.hash ?? '' });
    await trail.write(1);
    await trail.seal(sealer);
    expect(sealer.failures().size).toBe(0);
    expect(heads.stored.get(trail.bankId)?.entryNo).toBe(21n);
  });

  test('that was killed between sealing and storing the head continues', async () => {
    const { heads, trail } = await watchedTrail();
    const before = heads.stored.get(trail.bankId);
    await trail.write(5);
    await trail.seal();
    if (before !== undefined) heads.stored.set(trail.bankId, before);
    await trail.write(5);
    await trail.seal();
    expect(heads.stored.get(trail.bankId)?.entryNo).toBe(40n);
  });

  test('continues and raises an alarm while the head cannot be stored; stops while it cannot be read', async () => {
    const { heads, trail } = await watchedTrail();
    const sealer = trail.sealer();
    heads.isBroken = true;
    await trail.write(5);
    await trail.seal(sealer);
    expect([...sealer.failures().values()]).toEqual(['head-not-stored']);
    expect(await numbered(trail)).toBe(35);
    heads.isBroken = false;
    await trail.write(1);
    await trail.seal(sealer);
    expect(sealer.failures().size).toBe(0);
    heads.find = () => Promise.reject(new Error('not readable'));
    await trail.write(1);
    await trail.seal(sealer);
    expect([...sealer.failures().values()]).toEqual(['head-unreadable']);
    expect(await numbered(trail)).toBe(36);
  });

  test('of one worker accepts what another worker sealed in between', async () => {
    const { heads, trail } = await watchedTrail();
    trail.heads = memoryHeads();
    await trail.write(5);
    await trail.seal();
    trail.heads = heads;
    await trail.write(5);
    const sealer = trail.sealer();
    await trail.seal(sealer);
    expect(sealer.failures().size).toBe(0);
    expect(heads.stored.get(trail.bankId)?.entryNo).toBe(40n);
  });
});
