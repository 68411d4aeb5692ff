import { identityCapability } from '#capabilities/identity/index.ts';
import {
  createResourceApprovals,
  noAuthorizationServer,
  oauthCapability,
  provideSigningKeys,
} from '#capabilities/oauth/index.ts';
import { scaCapability } from '#capabilities/sca/index.ts';
import { clientCommands } from '../commands/clients.ts';
import { signingKeyCommands } from '../commands/signing-keys.ts';
import { staffCommands } from '../commands/staff.ts';
import { openAuthorizationServer } from '../oauth-server.ts';
import { signingKeyVaultFrom } from '../vaults.ts';
import { compose } from './composition.ts';
import { resourceKindsFrom } from './resource-kinds.ts';

/** Served by the API, unless the bank has an authorization server of its own. */
export const oauth = compose(oauthCapability, {
  commands: [clientCommands, signingKeyCommands, staffCommands],
  async ports(deps, before) {
    const { api, database, keys, runtime } = deps;
    if (runtime.config.oauthServer !== 'on') return undefined;
    const sca = await before.of(scaCapability);
    const resources = createResourceApprovals(sca, resourceKindsFrom(deps, sca));
    if (api === undefined) return { server: noAuthorizationServer, resources };
    const { egress, pages, thirdParties, tokens } = api;
    const identity = await before.of(identityCapability);
    const parts = { database, keys, egress, tokens, identity, pages, resources, thirdParties };
    return { server: await openAuthorizationServer(runtime, parts), resources };
  },
  jobs: [
    {
      name: 'provide-signing-keys',
      cron: '23 4 * * *',
      run: (context, { keys }) =>
        provideSigningKeys({ ...context, signingKeyVault: signingKeyVaultFrom(keys) }),
    },
  ],
});
