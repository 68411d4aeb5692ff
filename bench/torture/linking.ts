import { evaluateSignatures } from '../../server/src/capabilities/authorization/domain/signing/collection.ts';
import { readPayload } from '../../server/src/capabilities/authorization/domain/signing/payload.ts';
import {
  expectedSignatureData,
  payloadHash,
} from '../../server/src/capabilities/authorization/domain/signing/signature-data.ts';
import {
  effectiveOf,
  memberOf,
  need,
  now,
  rosterOf,
} from '../../server/src/capabilities/authorization/testing/signing-rule-steps.suite.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { tortureLinkedCalls } from './linking-calls.ts';
import { amountIn, ibanIn, type Mutation, mutate, randomPayment, sha256Hex } from './linking-mutations.ts';

const sizes: Readonly<Record<Scale, { readonly mutations: number; readonly calls: number }>> = {
  ci: { mutations: 3_000, calls: 40 },
  night: { mutations: 30_000, calls: 300 },
  full: { mutations: 100_000, calls: 2_000 },
};
const perPayment = 25;

interface Tally {
  readonly byName: Map<string, { seen: number; read: number; shown: number }>;
  readonly errors: string[];
}

/**
 * Changes a signed payment in many ways: each result is another payload without signatures. Where a device shows the
 * same text, amount and payee are the same; where they differ, no code or response for one is valid for the other.
 */
export async function tortureLinking({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { calls, mutations } = sizes[scale];
  const chance = chanceFrom(seed);
  if (countUnder('same', 'same') !== 1) throw new Error('a signature of the same thing must count');
  const tally: Tally = { byName: new Map(), errors: [] };
  const show = progress('linking', mutations);
  for (let done = 0; done < mutations; done += perPayment) {
    const original = randomPayment(chance);
    for (let turn = 0; turn < perPayment; turn += 1) evaluate(original, mutate(original, chance), tally);
    show(done + perPayment);
  }
  const rows = [...tally.byName].toSorted(([one], [other]) => (one < other ? -1 : 1));
  console.log(
    table(
      ['changed', 'seen', 'can be read', 'shows the same'],
      rows.map(([name, { read, seen, shown }]) => [name, seen, read, shown]),
    ),
  );
  for (const error of tally.errors.slice(0, 10)) console.log(error);
  return [
    {
      name: `changed payments under the digest, the count or the text of the original, of ${mutations}`,
      figure: String(tally.errors.length),
      goal: '0',
      isReached: tally.errors.length === 0,
    },
    ...(await tortureLinkedCalls(calls, chance)),
  ];
}

function evaluate(original: string, { name, text }: Mutation, tally: Tally): void {
  const count = tally.byName.get(name) ?? { seen: 0, read: 0, shown: 0 };
  tally.byName.set(name, count);
  count.seen += 1;
  const blame = (error: string): void => void tally.errors.push(`${name}: ${error}: ${text}`);
  const read = readPayload({ resourceKind: 'payment', text });
  if (read.kind === 'error') return;
  count.read += 1;
  const digest = payloadHash(text, sha256Hex);
  const signedDigest = payloadHash(original, sha256Hex);
  if (digest === signedDigest) blame('the same digest');
  if (countUnder(signedDigest, digest) !== 0) blame('signatures count');
  const first = readPayload({ resourceKind: 'payment', text: original });
  if (first.kind === 'error') throw new Error('the original cannot be read');
  const shown = expectedSignatureData(read.content, text, sha256Hex);
  const isSame = shown === expectedSignatureData(first.content, original, sha256Hex);
  if (isSame) count.shown += 1;
  if (isSame !== (meantBy(text) === meantBy(original))) blame(`shows ${shown}`);
}

/** Returns amount and payee by an independent parser: amounts in cents, accounts normalized. */
function meantBy(text: string): string {
  const parsed: unknown = JSON.parse(text);
  const members = { ...Object(parsed) };
  const { amount, currency } = amountIn(members);
  const [whole = '', cents = ''] = amount.split('.');
  const account = ibanIn(members).replaceAll(' ', '').toUpperCase();
  return `${BigInt(whole)}|${cents.padEnd(2, '0')}|${currency}|${account}`;
}

const rule = effectiveOf({ alternatives: [[need('customer-group:A')]] });
const roster = rosterOf([memberOf('A', 'a1')]);

/** Counts the signatures of the original that count for the changed payload. */
function countUnder(signedDigest: string, digest: string): number {
  const signature = { userId: 'a1', digest: signedDigest, signedAt: now, state: 'valid' } as const;
  const collection = { digest: signedDigest, signatures: [signature] };
  const [outcome] = evaluateSignatures(rule, collection, { roster, now, digest });
  return outcome?.signatures.reduce((sum, { existing }) => sum + existing, 0) ?? 0;
}
