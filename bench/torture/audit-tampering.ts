import { randomBytes } from 'node:crypto';
import type { Session } from '../../server/src/platform/db/database.ts';
import { plainStatement } from '../../server/src/platform/db/statement.ts';
import { hashEntry } from '../../server/src/platform/work/audit-chain.ts';
import { type AuditRow, auditColumns, toEntry } from '../../server/src/platform/work/audit-rows.ts';
import type { AuditFinding, KnownSeal } from '../../server/src/platform/work/audit-walk.ts';
import type { Trail } from './audit-trail.ts';

/** The result that the verifier must report; `intact` where the database alone cannot show the change. */
export interface Expected {
  readonly verdict: 'intact' | readonly AuditFinding[];
  readonly entryNo: bigint;
  /** Seals that the verifier has from outside the database. */
  readonly knownSeals?: readonly KnownSeal[];
}

export interface Tampering {
  readonly name: string;
  /** Changes rows as an attacker does who owns the machine but not the key. */
  apply(session: TamperSession): Promise<Expected>;
}

/** Maximum distance from the end at which a change of the tail begins. */
const tailMax = 300;
/** Rows at the boundary of the verifier's pages are the most likely to be skipped. */
const pageEdge = 2_000n;

/** Session of an attacker with every right in the database, in a transaction that is rolled back. */
export class TamperSession {
  readonly trail: Trail;
  readonly #session: Session;
  readonly #random: () => number;

  constructor(session: Session, trail: Trail, random: () => number) {
    this.#session = session;
    this.trail = trail;
    this.#random = random;
  }

  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#session.flush([plainStatement(text)(values)]);
  }

  async rows<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const [outcome] = await this.#session.flush([plainStatement<Row>(text)(values)]);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the caller declares the row type
    return (outcome?.rows ?? []) as readonly Row[];
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns a random number of the chain up to `to`; every fourth is at a page boundary. */
  anyNumber(to: bigint = this.trail.entries): bigint {
    const isAtEdge = this.#random() < 0.25 && to > pageEdge + 1n;
    if (!isAtEdge) return 1n + BigInt(Math.floor(this.#random() * Number(to)));
    const edge = pageEdge * (1n + BigInt(Math.floor(this.#random() * Number((to - 1n) / pageEdge))));
    return edge + BigInt(Math.floor(this.#random() * 2));
  }

  /** Returns a number near the end, never the last. */
  numberInTail(): bigint {
    const { entries } = this.trail;
    return entries - 1n - BigInt(Math.floor(this.#random() * Math.min(tailMax, Number(entries) - 2)));
  }

  async linkBefore(entryNo: bigint): Promise<string> {
    const [row] = await this.rows<{ hash: string }>(
      `select encode(hash, 'hex') as hash from platform.audit_entry where bank_id = $1 and entry_no = $2`,
      [this.trail.bankId, entryNo - 1n],
    );
    return row?.hash ?? '0'.repeat(64);
  }

  /** Inserts a forged row with the link that is correct at this position. */
  async insertLinked(entryNo: bigint, occurredAt: string): Promise<void> {
    const { bankId } = this.trail;
    const auditId = uuid();
    const made: AuditRow = {
      bank_id: bankId,
      audit_id: auditId,
      occurred_at_text: occurredAt,
      operation: 'Torture_Forged',
      aggregate_kind: 'torture',
      aggregate_id: 'forged',
      record: '{"forged":true}',
    };
    const link = hashEntry(await this.linkBefore(entryNo), entryNo, toEntry(made));
    await this.run(
      `insert into platform.audit_entry
         (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record, entry_no, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'))`,
      [...Object.values(made), entryNo, link],
    );
  }

  async timeOf(entryNo: bigint): Promise<string> {
    const [row] = await this.rows<{ at: string }>(
      'select occurred_at::text as at from platform.audit_entry where bank_id = $1 and entry_no = $2',
      [this.trail.bankId, entryNo],
    );
    if (row === undefined) throw new Error('no such entry');
    return row.at;
  }

  /** Recalculates the links of all rows from this number on. */
  async relinkFrom(entryNo: bigint): Promise<void> {
    const { bankId } = this.trail;
    const rows = await this.rows<AuditRow & { entry_no: bigint }>(
      `select ${auditColumns}, entry_no from platform.audit_entry
        where bank_id = $1 and entry_no >= $2 order by entry_no`,
      [bankId, entryNo],
    );
    let link = await this.linkBefore(entryNo);
    const links = rows.map((row) => {
      link = hashEntry(link, row.entry_no, toEntry(row));
      return link;
    });
    await this.run(
      `update platform.audit_entry e set hash = decode(l.hash, 'hex')
         from unnest($2::bigint[], $3::text[]) as l (entry_no, hash)
        where e.bank_id = $1 and e.entry_no = l.entry_no`,
      [bankId, rows.map((row) => row.entry_no), links],
    );
  }

  sealFrom(entryNo: bigint): KnownSeal {
    const seal = this.trail.seals.find((known) => known.entryNo >= entryNo);
    if (seal === undefined) throw new Error('the chain ends with a seal');
    return seal;
  }

  /** Returns the last signed number below this one; zero when there is none. */
  signedBelow(entryNo: bigint): bigint {
    return this.trail.seals.findLast((known) => known.entryNo < entryNo)?.entryNo ?? 0n;
  }
}

function uuid(): string {
  const hex = randomBytes(16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
