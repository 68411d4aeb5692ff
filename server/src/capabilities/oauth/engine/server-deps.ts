import type { ThirdPartyChecks } from '#platform/auth/third-party-checks.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerAccounts } from '../ports/accounts.ts';
import type { CustomerPages } from '../ports/customer-pages.ts';
import type { DecoupledApproval } from '../ports/decoupled-approval.ts';
import type { Pages } from '../ports/pages.ts';
import type { ResourceApprovals } from '../ports/resource-approvals.ts';
import type { StaffProviders } from '../ports/staff-provider.ts';

/** Dependencies of the servers of all banks. */
export interface ServerDeps {
  /** Public base URL; the issuers are built from it. */
  readonly baseUrl: string;
  readonly keys: KeyProvider;
  readonly artefactVault: Vault;
  readonly signingKeyVault: Vault;
  /** Returns the context of the server's own work for a bank. */
  readonly contextFor: (bankId: string) => Context;
  readonly customers: CustomerAccounts;
  readonly approval: DecoupledApproval;
  readonly staff: StaffProviders;
  readonly customerPages: CustomerPages;
  readonly pages: Pages;
  readonly resources: ResourceApprovals;
  /** Checks of the certificates of third parties. */
  readonly thirdParties: ThirdPartyChecks;
  /** Fetches the keys of clients. */
  readonly fetchKeys: EgressFetch;
}

/** Dependencies of the sign-in. */
export type SignInDeps = Pick<
  ServerDeps,
  'baseUrl' | 'artefactVault' | 'staff' | 'customerPages' | 'pages' | 'resources'
>;

/** Returns the mount path of a bank's server. */
export function mountPathOf(bankId: string): string {
  return `/oauth/${bankId}`;
}

/** Returns the issuer of a bank's tokens. */
export function issuerOf(baseUrl: string, bankId: string): string {
  return `${baseUrl}${mountPathOf(bankId)}`;
}

/** Returns the path at which a sign-in starts, or starts again. */
export function interactionPathOf(bankId: string, uid: string): string {
  return `${mountPathOf(bankId)}/interaction/${uid}`;
}

/** Returns the callback URL of the bank's own provider. */
export function staffCallbackOf(baseUrl: string, bankId: string): string {
  return `${issuerOf(baseUrl, bankId)}/staff/callback`;
}
