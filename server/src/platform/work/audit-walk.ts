import type { Temporal } from 'temporal-polyfill';
import { chainStart, hashEntry } from './audit-chain.ts';
import { type AuditRow, toEntry } from './audit-rows.ts';

/** Why a chain is not what it was. */
export type AuditFinding =
  /** A number is not there. */
  | 'missing'
  /** A number is there twice, or was never given. */
  | 'duplicate'
  /** The entry does not give the link that stands beside it. */
  | 'changed'
  | 'seal-forged'
  /** The chain was made anew: its link differs from the one that was signed or is known. */
  | 'seal-mismatch'
  /** There are seals beyond the last entry. */
  | 'truncated'
  /** Old entries without a number, or without a seal at or after them. */
  | 'unsealed'
  /** Claims to have happened long before the seal it comes after. */
  | 'backdated';

export interface Finding {
  readonly entryNo: bigint;
  readonly fault: AuditFinding;
}

/** A place in the chain and the link that stood there. */
export interface KnownSeal {
  readonly entryNo: bigint;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface Seal extends KnownSeal {
  readonly sealedAt: Temporal.Instant;
}

export type LinkedRow = AuditRow & { readonly entry_no: bigint; readonly hash: string };

export interface ChainWalkOptions {
  /** Genuine, by ascending number. */
  readonly seals: readonly Seal[];
  readonly knownSeals: readonly KnownSeal[];
  /** What happened before this must be covered by a seal. */
  readonly signedBefore: Temporal.Instant;
}

/** An entry may be sealed this much after it happened; one that claims to be older was put in later. */
const lateMaxSeconds = 600;

/** A place in a chain, and what has been found on the way to it. */
export class ChainWalk {
  readonly #seals: readonly Seal[];
  readonly #knownSeals: ReadonlyMap<bigint, string>;
  readonly #lastKnown: bigint;
  readonly #signedBefore: string;
  #hash = chainStart;
  #sealsSeen = 0;
  /** Nothing that comes now may have happened before this. */
  #earliest = '';
  #firstUnsigned: bigint | undefined;
  entryNo = 0n;
  entries = 0;

  constructor({ seals, knownSeals, signedBefore }: ChainWalkOptions) {
    this.#seals = seals;
    this.#knownSeals = new Map(knownSeals.map(({ entryNo, hash }) => [entryNo, hash]));
    this.#lastKnown = knownSeals.reduce((last, { entryNo }) => (entryNo > last ? entryNo : last), 0n);
    this.#signedBefore = databaseText(signedBefore);
  }

  /** Goes on over these rows; stops at the first that is wrong. */
  page(rows: readonly LinkedRow[]): Finding | undefined {
    for (const row of rows) {
      const found = this.#step(row);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** There are rows beyond this number, so everything up to it must have come. */
  expectUpTo(entryNo: bigint): Finding | undefined {
    return this.entryNo < entryNo ? { entryNo: this.entryNo + 1n, fault: 'missing' } : undefined;
  }

  /** No rows are left: everything signed or known must have come, and everything old be signed. */
  end(): Finding | undefined {
    const isCutOff = this.#seals[this.#sealsSeen] !== undefined || this.#lastKnown > this.entryNo;
    if (isCutOff) return { entryNo: this.entryNo + 1n, fault: 'truncated' };
    return this.#firstUnsigned === undefined
      ? undefined
      : { entryNo: this.#firstUnsigned, fault: 'unsealed' };
  }

  #step(row: LinkedRow): Finding | undefined {
    const expected = this.entryNo + 1n;
    if (row.entry_no > expected) return { entryNo: expected, fault: 'missing' };
    if (row.entry_no < expected) return { entryNo: row.entry_no, fault: 'duplicate' };
    const hash = hashEntry(this.#hash, expected, toEntry(row));
    if (hash !== row.hash) return { entryNo: expected, fault: 'changed' };
    if (row.occurred_at_text < this.#earliest) return { entryNo: expected, fault: 'backdated' };
    this.#hash = hash;
    this.entryNo = expected;
    this.entries += 1;
    this.#noteUnsigned(row);
    return this.#checkSeals();
  }

  #checkSeals(): Finding | undefined {
    const known = this.#knownSeals.get(this.entryNo);
    if (known !== undefined && known !== this.#hash) return { entryNo: this.entryNo, fault: 'seal-mismatch' };
    const seal = this.#seals[this.#sealsSeen];
    if (seal === undefined || seal.entryNo !== this.entryNo) return undefined;
    this.#sealsSeen += 1;
    this.#earliest = databaseText(seal.sealedAt.subtract({ seconds: lateMaxSeconds }));
    return seal.hash === this.#hash ? undefined : { entryNo: this.entryNo, fault: 'seal-mismatch' };
  }

  #noteUnsigned({ occurred_at_text }: LinkedRow): void {
    const isBehindLastSeal = this.#sealsSeen === this.#seals.length;
    if (isBehindLastSeal && this.#firstUnsigned === undefined && occurred_at_text < this.#signedBefore)
      this.#firstUnsigned = this.entryNo;
  }
}

/** The form in which PostgreSQL writes an instant, so that texts compare like the moments they stand for. */
function databaseText(instant: Temporal.Instant): string {
  return `${instant.toString({ smallestUnit: 'microsecond' }).replace('T', ' ').slice(0, -1)}+00`;
}
