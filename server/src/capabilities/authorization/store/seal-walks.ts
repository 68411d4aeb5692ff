import { type Selectable, sql } from 'kysely';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { rowCounter } from '#platform/key-ring/count-rows.ts';
import type { IndexedRow, IndexWalk } from '#platform/key-ring/index-walk.ts';
import {
  type AuthorizationVault,
  createAuthorizationVault,
  signatureDataEncryptionContext,
} from './authorization-vault.ts';
import { sealedCollectionText } from './collections.store.ts';
import { sealedSignatureText } from './signatures.store.ts';
import type { SignatureCollectionTable, SignatureTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

const beforeAll = '00000000-0000-0000-0000-000000000000';
const keyIdFrom = 1;
const keyIdTo = 9;

const collections = statement<{
  readonly bankId: string;
  readonly after: string;
  readonly rowsMax: number;
}>()(({ after, bankId, rowsMax }) =>
  rawQuery(sql<SignatureCollectionTable>`
      select * from "authorization".signature_collection
       where bank_id = ${bankId} and collection_id > ${after}::uuid order by collection_id limit ${rowsMax}`),
);

const countCollections = rowCounter({
  table: '"authorization".signature_collection',
  key: [{ name: 'collection_id', type: 'uuid' }],
});

interface ResealedCollection {
  readonly bankId: string;
  readonly collectionId: string;
  readonly sealBefore: Buffer;
  readonly seal: Buffer;
  readonly data: Buffer;
}

const updateCollection = statement<ResealedCollection>('write')((row) =>
  rawQuery(sql`
    update "authorization".signature_collection set seal = ${row.seal}, sealed_signature_data = ${row.data}
     where bank_id = ${row.bankId} and collection_id = ${row.collectionId} and seal = ${row.sealBefore}`),
);

/** The seal covers the encrypted data as well: both change together, and only while the old seal is intact. */
function collectionWalk(database: Database, keys: KeyProvider, vault: AuthorizationVault): IndexWalk {
  const dataVault = createVault(keys, 'authorization');
  const resealed = (row: SignatureCollectionTable): ResealedCollection => {
    const { bank_id: bankId, collection_id: collectionId } = row;
    const destination = signatureDataEncryptionContext(bankId, collectionId);
    const data = dataVault.seal(destination, dataVault.unseal(destination, row.sealed_signature_data));
    const seal = vault.signatureSeal(bankId, sealedCollectionText({ ...row, sealed_signature_data: data }));
    return { bankId, collectionId, sealBefore: row.seal, seal, data };
  };
  const rowOf = (row: SignatureCollectionTable): IndexedRow => {
    const { bank_id: bankId, sealed_signature_data: data } = row;
    const content = sealedCollectionText(row);
    const isCurrent =
      vault.signatureSeal(bankId, content).equals(row.seal) &&
      keys.current(bankId, 'authorization').id.equals(data.subarray(keyIdFrom, keyIdTo));
    // A collection that was changed manually is reported, and must not get a valid seal.
    const isIntact = vault.isSignatureSeal(bankId, content, row.seal);
    const update = isIntact ? [updateCollection(resealed(row))] : [];
    return {
      key: [row.collection_id],
      indexes: { stored: 1, current: isCurrent ? 1 : 0 },
      update: isCurrent ? undefined : update,
    };
  };
  return {
    task: '"authorization".signature_collection.seal',
    count: (bankId) => countCollections(database, bankId),
    async list(bankId, after, rowsMax) {
      const from = { bankId, after: after?.[0] ?? beforeAll, rowsMax };
      return (await database.forBank(bankId).rows(collections(from))).map(rowOf);
    },
  };
}

const signatures = statement<{
  readonly bankId: string;
  readonly collectionId: string;
  readonly digest: string;
  readonly userId: string;
  readonly rowsMax: number;
}>()(({ bankId, collectionId, digest, rowsMax, userId }) =>
  rawQuery(sql<Selectable<SignatureTable>>`
    select * from "authorization".signature
     where bank_id = ${bankId} and (collection_id, digest, user_id) > (${collectionId}::uuid, ${digest}, ${userId})
     order by collection_id, digest, user_id limit ${rowsMax}`),
);

const countSignatures = rowCounter({
  table: '"authorization".signature',
  key: [
    { name: 'collection_id', type: 'uuid' },
    { name: 'digest', type: 'text' },
    { name: 'user_id', type: 'text' },
  ],
});

const updateSignature = statement<{
  readonly bankId: string;
  readonly collectionId: string;
  readonly digest: string;
  readonly userId: string;
  readonly before: Buffer;
  readonly after: Buffer;
}>('write')((row) =>
  rawQuery(sql`
    update "authorization".signature set seal = ${row.after}
     where bank_id = ${row.bankId} and collection_id = ${row.collectionId} and digest = ${row.digest}
       and user_id = ${row.userId} and seal = ${row.before}`),
);

/** A void signature has no seal, and one with a broken seal counts as void: both are unchanged. */
function signatureWalk(database: Database, vault: AuthorizationVault): IndexWalk {
  const rowOf = (row: Selectable<SignatureTable>): IndexedRow => {
    const { bank_id: bankId, collection_id: collectionId, digest, seal: before, user_id: userId } = row;
    const content = sealedSignatureText(row);
    const after = vault.signatureSeal(bankId, content);
    const isDone = after.equals(before) || !vault.isSignatureSeal(bankId, content, before);
    return {
      key: [collectionId, digest, userId],
      indexes: { stored: 1, current: isDone ? 1 : 0 },
      update: isDone ? undefined : [updateSignature({ bankId, collectionId, digest, userId, before, after })],
    };
  };
  return {
    task: '"authorization".signature.seal',
    count: (bankId) => countSignatures(database, bankId),
    async list(bankId, after, rowsMax) {
      const [collectionId = beforeAll, digest = '', userId = ''] = after ?? [];
      const from = { bankId, collectionId, digest, userId, rowsMax };
      return (await database.forBank(bankId).rows(signatures(from))).map(rowOf);
    },
  };
}

/** Returns the tables with keyed hashes over their rows; `keys reseal` recomputes them. */
export function signatureSealWalks(database: Database, keys: KeyProvider): readonly IndexWalk[] {
  const vault = createAuthorizationVault(keys);
  return [collectionWalk(database, keys, vault), signatureWalk(database, vault)];
}
