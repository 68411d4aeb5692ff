import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import { payeeParts, payeeText } from '#platform/kernel/payee.ts';
import { type BulkEntry, chunkEntries } from '../../domain/bulk-payment.ts';
import { accountFields } from '../../domain/check-accounts.ts';
import type { NamedAccount } from '../../domain/single-payment.ts';
import type { CreditorColumns, ReadBulk } from './bulk-reading.ts';

type Packed = Pick<
  ReadBulk,
  'chunks' | 'chunkHashes' | 'accountsHash' | 'creditors' | 'documentHash' | 'document' | 'count'
>;

/** Speed counts more than size: texts of payments shrink to a tenth at any level. */
const compressionLevel = 1;

/** Returns the transfers of a bulk as they are kept, with the sums and hashes that its approval needs. */
export function packBulk(bytes: Uint8Array, entries: readonly BulkEntry[]): Packed {
  const chunks = chunksOf(entries);
  return {
    count: entries.length,
    chunks,
    chunkHashes: chunks.map((chunk) => hash('sha256', chunk, 'hex')),
    ...creditorsOf(entries),
    documentHash: hash('sha256', bytes, 'buffer'),
    document: gzipSync(bytes, { level: compressionLevel }),
  };
}

function chunksOf(entries: readonly BulkEntry[]): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(entries.length / chunkEntries) }, (_, at) =>
    Buffer.from(JSON.stringify(entries.slice(at * chunkEntries, (at + 1) * chunkEntries))),
  );
}

interface Sums {
  total: bigint;
  largest: bigint;
  count: number;
}

function creditorsOf(entries: readonly BulkEntry[]): Pick<Packed, 'accountsHash' | 'creditors'> {
  const byKey = new Map<string, Sums>();
  const payees: string[] = [];
  for (const { creditorAccount, creditorAgent, instructedAmount } of entries) {
    const [scheme, id] = identifierOf(creditorAccount);
    const amount = parseMoney(instructedAmount);
    if (amount === undefined) throw new Error('an amount that cannot be read was not refused');
    const payee = { account: { scheme, id }, agent: creditorAgent };
    payees.push(payeeText(payee));
    addTo(byKey, [amount.currency, ...payeeParts(payee)].join('\n'), amount.minor);
  }
  return {
    accountsHash: hash('sha256', payees.toSorted(byCodeUnits).join('\n'), 'hex'),
    creditors: columnsOf(byKey),
  };
}

function addTo(byKey: Map<string, Sums>, key: string, minor: bigint): void {
  const sums = byKey.get(key);
  if (sums === undefined) {
    byKey.set(key, { total: minor, largest: minor, count: 1 });
    return;
  }
  sums.total += minor;
  sums.count += 1;
  if (minor > sums.largest) sums.largest = minor;
}

function columnsOf(byKey: ReadonlyMap<string, Sums>): CreditorColumns {
  const sums = [...byKey.values()];
  return {
    keys: [...byKey.keys()],
    totals: sums.map(({ total }) => total),
    largest: sums.map(({ largest }) => largest),
    counts: sums.map(({ count }) => count),
  };
}

function identifierOf(account: NamedAccount): readonly [string, string] {
  const scheme = accountFields.find((field) => account[field] !== undefined);
  if (scheme === undefined) throw new Error('an account without an identifier was not refused');
  if (scheme === 'other') return [scheme, account.other?.identification ?? ''];
  const id = account[scheme] ?? '';
  return [scheme, scheme === 'iban' ? ibanSpelling(id) : id];
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
