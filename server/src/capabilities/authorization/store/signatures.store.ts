import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toExactTimestamp } from '#platform/kernel/timestamp.ts';
import type { Signature } from '../domain/signing/counting.ts';
import type { AuthorizationVault } from './authorization-vault.ts';
import type { SignatureTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A signature to insert. */
export interface NewSignature {
  readonly bankId: string;
  readonly collectionId: string;
  readonly digest: string;
  readonly userId: string;
  readonly position: number;
  readonly onBehalfOf: string | undefined;
  readonly proofKind: string;
  readonly proofId: string | undefined;
  readonly deviceId: string | undefined;
  readonly signedAt: Temporal.Instant;
  /** The entity it counts for, by alternative. */
  readonly counted: readonly string[];
}

/** Serializes the content of a signature for its seal, which protects it against manual changes. */
function sealedTextOf(signature: Omit<NewSignature, 'counted'>): string {
  const {
    bankId,
    collectionId,
    deviceId,
    digest,
    onBehalfOf,
    position,
    proofId,
    proofKind,
    signedAt,
    userId,
  } = signature;
  return JSON.stringify([
    bankId,
    collectionId,
    digest,
    userId,
    position,
    onBehalfOf ?? null,
    proofKind,
    proofId ?? null,
    deviceId ?? null,
    toExactTimestamp(signedAt),
  ]);
}

interface Columns extends Omit<NewSignature, 'counted'> {
  readonly countedText: string;
  readonly seal: Buffer;
}

const insert = statement<Columns>('write')((row) =>
  tables.insertInto('signature').values({
    bank_id: row.bankId,
    collection_id: row.collectionId,
    digest: row.digest,
    user_id: row.userId,
    position: row.position,
    on_behalf_of: row.onBehalfOf,
    counted: row.countedText,
    proof_kind: row.proofKind,
    proof_id: row.proofId,
    device_id: row.deviceId,
    signed_at: row.signedAt,
    state: 'valid',
    is_settled: false,
    voided_at: null,
    void_reason: null,
    seal: row.seal,
  }),
);

/** Replaces a void or tampered signature of the same person for the same payload hash. */
const again = statement<Columns>('write')((row) =>
  rawQuery(sql`
    update "authorization".signature
       set position = ${row.position}, on_behalf_of = ${row.onBehalfOf}, counted = ${row.countedText},
           proof_kind = ${row.proofKind}, proof_id = ${row.proofId}, device_id = ${row.deviceId},
           signed_at = ${row.signedAt}, state = 'valid', is_settled = false, voided_at = null, void_reason = null, seal = ${row.seal}
     where bank_id = ${row.bankId} and collection_id = ${row.collectionId} and digest = ${row.digest}
       and user_id = ${row.userId}`),
);

export function insertSignature(
  work: Writer,
  vault: AuthorizationVault,
  { counted, ...signature }: NewSignature & { readonly kind: 'first' | 'again' },
): void {
  const seal = vault.signatureSeal(signature.bankId, sealedTextOf(signature));
  const row = { ...signature, countedText: JSON.stringify(counted), seal };
  work.write(signature.kind === 'first' ? insert(row) : again(row), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}

/** A stored signature, and whether it matches its seal. */
export interface StoredSignature extends Signature {
  readonly position: number;
  readonly isIntact: boolean;
}

const list = statement<{ readonly bankId: string; readonly collectionId: string }>()(
  ({ bankId, collectionId }) =>
    tables
      .selectFrom('signature')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('collection_id', '=', collectionId)
      .orderBy('position'),
);

/**
 * Lists all signatures of a collection in the order in which they were given. One with a broken seal counts as void.
 */
export async function listSignatures(
  db: Reader,
  vault: AuthorizationVault,
  key: { readonly bankId: string; readonly collectionId: string },
): Promise<readonly StoredSignature[]> {
  return (await db.rows(list(key))).map((row) => signatureOf(vault, row));
}

/** Returns the text that the seal of a stored signature covers. */
export function sealedSignatureText(row: Selectable<SignatureTable>): string {
  return sealedTextOf({
    bankId: row.bank_id,
    collectionId: row.collection_id,
    digest: row.digest,
    userId: row.user_id,
    position: row.position,
    onBehalfOf: row.on_behalf_of ?? undefined,
    proofKind: row.proof_kind,
    proofId: row.proof_id ?? undefined,
    deviceId: row.device_id ?? undefined,
    signedAt: row.signed_at,
  });
}

function signatureOf(vault: AuthorizationVault, row: Selectable<SignatureTable>): StoredSignature {
  const content = sealedSignatureText(row);
  const isIntact = vault.isSignatureSeal(row.bank_id, content, row.seal);
  const isValid = row.state === 'valid' && isIntact;
  return omitUndefined({
    userId: row.user_id,
    onBehalfOf: row.on_behalf_of ?? undefined,
    digest: row.digest,
    signedAt: row.signed_at,
    state: isValid ? ('valid' as const) : ('void' as const),
    voidedAt: isValid ? undefined : (row.voided_at ?? row.signed_at),
    position: row.position,
    isIntact,
  });
}

interface Voided {
  readonly bankId: string;
  readonly collectionId: string;
  readonly reason: string;
  readonly now: Temporal.Instant;
  /** Absent: of all users. */
  readonly userIds: readonly string[] | undefined;
}

const voidAll = statement<Voided>('write')(({ bankId, collectionId, now, reason, userIds }) =>
  rawQuery(sql`
    update "authorization".signature
       set state = 'void', voided_at = ${now}, void_reason = ${reason}, seal = ''
     where bank_id = ${bankId} and collection_id = ${collectionId} and state = 'valid'
       and (${userIds}::text[] is null or user_id = any(${userIds}::text[]))`),
);

/** Voids signatures. They lose their seals, so that they cannot be made valid again manually. */
export function voidSignatures(work: Writer, voided: Voided): void {
  work.write(voidAll(voided));
}
