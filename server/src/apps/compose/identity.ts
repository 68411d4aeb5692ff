import { createPictureWorker } from '#adapters/pictures/picture-worker.ts';
import { authorizationCapability } from '#capabilities/authorization/index.ts';
import { createClientVault, createDeviceCodes, createRestrictions } from '#capabilities/client/index.ts';
import {
  createIdentityVault,
  createPasskeyCeremonies,
  createPasswordHasher,
  identityCapability,
  noLoginProviders,
  openBlocklist,
} from '#capabilities/identity/index.ts';
import { endAccountSessions } from '#capabilities/oauth/index.ts';
import { userCommands } from '../commands/users.ts';
import { bankLanguage } from './bank-language.ts';
import { compose } from './composition.ts';
import { pictureSourceFrom } from './content-store.ts';
import { openHumanChecks } from './human-checks.ts';

export const identity = compose(identityCapability, {
  commands: [userCommands],
  async ports({ api, bankOf, keys, runtime: { clock, config, log } }, before) {
    const { baseUrl } = config;
    const { hostname, origin } = new URL(baseUrl);
    return {
      identityVault: createIdentityVault(keys),
      authorization: await before.of(authorizationCapability),
      sessions: {
        endAll: (context, work, { exceptSignInAt, until, userId }) =>
          endAccountSessions(context, work, { accountId: userId, exceptSignInAt, until }),
      },
      restrictions: createRestrictions({ clock }),
      deviceCodes: createDeviceCodes({ clientVault: createClientVault(keys), baseUrl }),
      loginProviders: api?.loginProviders ?? noLoginProviders,
      passwordHasher: createPasswordHasher({ keys }),
      passwordBlocklist: await openBlocklist(),
      passkeys: createPasskeyCeremonies({ rpId: hostname, origin, rpName: 'Portico' }),
      humanCheck: await openHumanChecks(config.humanChecks, log),
      pictureSource: pictureSourceFrom(config, api?.egress),
      pictureEncoder: createPictureWorker(),
      identityFacts: {
        baseUrl,
        of(bankId) {
          const { country, name, timeZone } = bankOf(bankId);
          return {
            bankName: name,
            timeZone,
            defaultLanguage: bankLanguage(country),
          };
        },
      },
    };
  },
  close: async ({ humanCheck, pictureEncoder }) => {
    await Promise.all([humanCheck.close(), pictureEncoder.close()]);
  },
});
