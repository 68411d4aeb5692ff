import type { Context } from '#platform/work/context.ts';
import type { SigningKey } from '../domain/signing-key.ts';
import { listSigningKeys as listRows } from '../store/signing-keys.store.ts';

/** Lists the public signing keys of a bank. */
export async function listSigningKeys({
  bankId,
  db,
}: Pick<Context, 'bankId' | 'db'>): Promise<readonly SigningKey[]> {
  const rows = await listRows(db, bankId);
  return rows.map(({ sealedPrivateKey, ...key }) => key); // oxlint-disable-line no-unused-vars -- left out on purpose
}
