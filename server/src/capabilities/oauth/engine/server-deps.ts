import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerAccounts } from '../ports/accounts.ts';
import type { CustomerPages } from '../ports/customer-pages.ts';
import type { DecoupledApproval } from '../ports/decoupled-approval.ts';
import type { Pages } from '../ports/pages.ts';
import type { StaffProviders } from '../ports/staff-provider.ts';

/** What the server of all banks stands on. */
export interface ServerDeps {
  /** Address callers use; issuers are made from it. */
  readonly baseUrl: string;
  readonly keys: KeyProvider;
  readonly artefactVault: Vault;
  readonly signingKeyVault: Vault;
  /** The server's own work, in the name of a bank. */
  readonly contextFor: (bankId: string) => Context;
  readonly customers: CustomerAccounts;
  readonly approval: DecoupledApproval;
  readonly staff: StaffProviders;
  readonly customerPages: CustomerPages;
  readonly pages: Pages;
  /** How clients' keys are fetched. */
  readonly fetchKeys: EgressFetch;
}

/** The part of it that signing in needs. */
export type SignInDeps = Pick<ServerDeps, 'baseUrl' | 'artefactVault' | 'staff' | 'customerPages' | 'pages'>;

/** Where a bank's server is mounted. */
export function mountPathOf(bankId: string): string {
  return `/oauth/${bankId}`;
}

/** Who a bank's tokens come from. */
export function issuerOf(baseUrl: string, bankId: string): string {
  return `${baseUrl}${mountPathOf(bankId)}`;
}

/** Where a sign-in under way begins, and begins anew. */
export function interactionPathOf(bankId: string, uid: string): string {
  return `${mountPathOf(bankId)}/interaction/${uid}`;
}

/** Where the bank's own provider sends its people back to. */
export function staffCallbackOf(baseUrl: string, bankId: string): string {
  return `${issuerOf(baseUrl, bankId)}/staff/callback`;
}
