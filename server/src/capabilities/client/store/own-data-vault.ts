import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { ClientVault } from './client-vault.ts';

/** The encrypted columns of own data. */
export type OwnDataColumn =
  | { readonly table: 'change_request'; readonly column: 'sealed_value' }
  | { readonly table: 'pending_action'; readonly column: 'sealed_evidence' }
  | { readonly table: 'client_preference'; readonly column: 'sealed_display_name' };

export const ownDataColumns = {
  newValue: { table: 'change_request', column: 'sealed_value' },
  evidence: { table: 'pending_action', column: 'sealed_evidence' },
  displayName: { table: 'client_preference', column: 'sealed_display_name' },
} as const satisfies Readonly<Record<string, OwnDataColumn>>;

/** A place in the tables of own data. */
export interface OwnDataCell {
  readonly bankId: string;
  readonly column: OwnDataColumn;
  readonly rowId: string;
}

export function ownDataContext({ bankId, column, rowId }: OwnDataCell): EncryptionContext {
  return { bankId, ...column, rowId };
}

export function sealOwnData({ vault }: ClientVault, cell: OwnDataCell, value: unknown): Buffer {
  return vault.seal(ownDataContext(cell), Buffer.from(JSON.stringify(value)));
}

export function openOwnData({ vault }: ClientVault, cell: OwnDataCell, sealed: Buffer): unknown {
  const value: unknown = JSON.parse(vault.unseal(ownDataContext(cell), sealed).toString());
  return value;
}
