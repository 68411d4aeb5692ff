import type { Temporal } from 'temporal-polyfill';
import { chainStart, hashEntry } from './audit-chain.ts';
import { type AuditRow, toEntry } from './audit-rows.ts';

/** Why a chain is invalid. */
export type AuditFinding =
  /** A number is missing. */
  | 'missing'
  /** A number is duplicated or out of range. */
  | 'duplicate'
  /** The entry does not match its link. */
  | 'changed'
  | 'seal-forged'
  /** The chain was rebuilt: its link differs from the one that was signed or is known. */
  | 'seal-mismatch'
  /** There are seals beyond the last entry. */
  | 'truncated'
  /** Old entries without a number, or without a seal at or after them. */
  | 'unsealed'
  /** Claims to have occurred long before the seal it comes after. */
  | 'backdated';

export interface Finding {
  readonly entryNo: bigint;
  readonly error: AuditFinding;
}

/** A number in the chain and its link. */
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
  /** Verified, by ascending number. */
  readonly seals: readonly Seal[];
  readonly knownSeals: readonly KnownSeal[];
  /** Entries before this time must be covered by a seal. */
  readonly signedBefore: Temporal.Instant;
}

/** An entry may be sealed this long after it occurred; one that claims to be older was inserted later. */
const lateMaxSeconds = 600;

/** A position in a chain, and the findings up to it. */
export class ChainWalk {
  readonly #seals: readonly Seal[];
  readonly #knownSeals: ReadonlyMap<bigint, string>;
  readonly #lastKnown: bigint;
  readonly #signedBefore: string;
  #hash = chainStart;
  #sealsSeen = 0;
  /** No further entry may have occurred before this time. */
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

  /** Verifies these rows; stops at the first that is wrong. */
  page(rows: readonly LinkedRow[]): Finding | undefined {
    for (const row of rows) {
      const found = this.#step(row);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** There are rows beyond this number, so everything up to it must be present. */
  expectUpTo(entryNo: bigint): Finding | undefined {
    return this.entryNo < entryNo ? { entryNo: this.entryNo + 1n, error: 'missing' } : undefined;
  }

  /** No rows are left: everything signed or known must be present, and everything old signed. */
  end(): Finding | undefined {
    const isCutOff = this.#seals[this.#sealsSeen] !== undefined || this.#lastKnown > this.entryNo;
    if (isCutOff) return { entryNo: this.entryNo + 1n, error: 'truncated' };
    return this.#firstUnsigned === undefined
      ? undefined
      : { entryNo: this.#firstUnsigned, error: 'unsealed' };
  }

  #step(row: LinkedRow): Finding | undefined {
    const expected = this.entryNo + 1n;
    if (row.entry_no > expected) return { entryNo: expected, error: 'missing' };
    if (row.entry_no < expected) return { entryNo: row.entry_no, error: 'duplicate' };
    const hash = hashEntry(this.#hash, expected, toEntry(row));
    if (hash !== row.hash) return { entryNo: expected, error: 'changed' };
    if (row.occurred_at_text < this.#earliest) return { entryNo: expected, error: 'backdated' };
    this.#hash = hash;
    this.entryNo = expected;
    this.entries += 1;
    this.#noteUnsigned(row);
    return this.#checkSeals();
  }

  #checkSeals(): Finding | undefined {
    const known = this.#knownSeals.get(this.entryNo);
    if (known !== undefined && known !== this.#hash) return { entryNo: this.entryNo, error: 'seal-mismatch' };
    const seal = this.#seals[this.#sealsSeen];
    if (seal === undefined || seal.entryNo !== this.entryNo) return undefined;
    this.#sealsSeen += 1;
    this.#earliest = databaseText(seal.sealedAt.subtract({ seconds: lateMaxSeconds }));
    return seal.hash === this.#hash ? undefined : { entryNo: this.entryNo, error: 'seal-mismatch' };
  }

  #noteUnsigned({ occurred_at_text }: LinkedRow): void {
    const isBehindLastSeal = this.#sealsSeen === this.#seals.length;
    if (isBehindLastSeal && this.#firstUnsigned === undefined && occurred_at_text < this.#signedBefore)
      this.#firstUnsigned = this.entryNo;
  }
}

/** Formats an instant as PostgreSQL does, so that texts compare like their times. */
function databaseText(instant: Temporal.Instant): string {
  return `${instant.toString({ smallestUnit: 'microsecond' }).replace('T', ' ').slice(0, -1)}+00`;
}
