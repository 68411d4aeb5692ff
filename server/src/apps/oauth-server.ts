import { createClientVault, createSignInApprovals } from '#capabilities/client/index.ts';
import { accountFacts, findOrganization, type IdentityPorts } from '#capabilities/identity/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
  provideSigningKeys,
  type ResourceApprovals,
} from '#capabilities/oauth/index.ts';
import { reserveSignInRequest } from '#capabilities/sca/index.ts';
import type { ThirdPartyChecks } from '#platform/auth/third-party-checks.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { egressFetch } from '#platform/egress/egress-fetch.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { CompositionRuntime } from './compose/composition.ts';
import type { CustomerPageRenderer } from './pages/customer/customer-pages.ts';
import { oauthPages } from './pages/oauth-pages.ts';
import { customerSignIn } from './pages/oauth-sign-in.ts';
import { openStaffProviders } from './staff-providers.ts';
import { signingKeyVaultFrom } from './vaults.ts';

/** Egress purpose for the keys of clients. */
export const clientKeysPurpose = 'client-keys';

interface ServerParts {
  readonly database: Database;
  readonly keys: KeyProvider;
  readonly egress: Egress;
  readonly tokens: TokenVerifier;
  readonly identity: IdentityPorts;
  readonly pages: CustomerPageRenderer;
  readonly resources: ResourceApprovals;
  readonly thirdParties: ThirdPartyChecks;
}

/** Opens the servers of all banks, each with its own keys. */
export async function openAuthorizationServer(
  runtime: CompositionRuntime,
  { database, egress, identity, keys, pages, resources, thirdParties, tokens }: ServerParts,
): Promise<AuthorizationServer> {
  const { config } = runtime;
  const signingKeyVault = signingKeyVaultFrom(keys);
  const contextFor = (bankId: string): ReturnType<typeof systemContext> =>
    systemContext({ ...runtime, app: database }, { job: 'oauth', bankId, requestId: 'oauth' });
  for (const bankId of config.banks) await provideSigningKeys({ ...contextFor(bankId), signingKeyVault });
  const server = createAuthorizationServer(
    {
      baseUrl: config.baseUrl,
      keys,
      artefactVault: createVault(keys, 'artefacts'),
      signingKeyVault,
      contextFor,
      customers: {
        find: (context, userId) => accountFacts({ ...context, ...identity }, userId),
        findOrganization: (context, asked) => findOrganization({ ...context, ...identity }, asked),
      },
      approval: createSignInApprovals({
        clientVault: createClientVault(keys),
        identity,
        signInRequests: { reserve: reserveSignInRequest },
      }),
      staff: await openStaffProviders(config, { egress, log: runtime.log }),
      customerPages: customerSignIn({ baseUrl: config.baseUrl, ports: identity, pages }),
      pages: oauthPages,
      resources,
      thirdParties,
      fetchKeys: egressFetch(egress, clientKeysPurpose),
    },
    { banks: config.banks, tokens },
  );
  await server.refresh();
  return server;
}
