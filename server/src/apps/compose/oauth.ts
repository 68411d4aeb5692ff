import { identityCapability } from '#capabilities/identity/index.ts';
import { oauthCapability, provideSigningKeys } from '#capabilities/oauth/index.ts';
import { clientCommands } from '../commands/clients.ts';
import { signingKeyCommands } from '../commands/signing-keys.ts';
import { staffCommands } from '../commands/staff.ts';
import { openAuthorizationServer } from '../oauth-server.ts';
import { signingKeyVaultFrom } from '../vaults.ts';
import { compose } from './composition.ts';

/** Served by the API, unless the bank has an authorization server of its own. */
export const oauth = compose(oauthCapability, {
  commands: [clientCommands, signingKeyCommands, staffCommands],
  async ports(deps, before) {
    const { api, database, keys, runtime } = deps;
    if (api === undefined || runtime.config.oauthServer !== 'on') return undefined;
    const { egress, pages, tokens } = api;
    const identity = await before.of(identityCapability);
    return {
      server: await openAuthorizationServer(runtime, { database, keys, egress, tokens, identity, pages }),
    };
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
