import { createHttpContentStore } from '#adapters/content-store/http-content-store.ts';
import { createPictureCraft } from '#adapters/pictures/picture-worker.ts';
import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import { readBanks } from '#capabilities/configuration/index.ts';
import {
  createPasskeyCeremonies,
  createPasswordHasher,
  type IdentityPorts,
  type LoginProviders,
  noHumanCheck,
  noPictureSource,
  openBlocklist,
  type PictureSource,
  type Sessions,
} from '#capabilities/identity/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { bankLanguage } from './correspondence-ports.ts';

interface IdentityDeps {
  readonly database: Database;
  readonly keys: KeyProvider;
  readonly identityVault: IdentityPorts['identityVault'];
  readonly authorization: AuthorizationPorts;
  readonly sessions: Sessions;
  readonly loginProviders: LoginProviders;
  /** Absent where nothing is fetched from outside. */
  readonly egress: Egress | undefined;
}

/** Purpose under which pictures are fetched from the banks' content store. */
export const picturesPurpose = 'pictures';

/** Below which address each bank's own files are. */
export function contentPrefixes({ banks, contentStore }: Config): ReadonlyMap<string, string> {
  if (contentStore === undefined) return new Map();
  return new Map(banks.map((bank) => [bank, `${contentStore.replace(/\/$/v, '')}/${bank}/`]));
}

/** What identity stands on. */
export async function identityPortsFrom(config: Config, deps: IdentityDeps): Promise<IdentityPorts> {
  const { banks, baseUrl } = config;
  const { authorization, database, egress, identityVault, keys, loginProviders, sessions } = deps;
  const facts = await readBanks(database, banks);
  const { hostname, origin } = new URL(baseUrl);
  return {
    identityVault,
    authorization,
    sessions,
    loginProviders,
    passwordHasher: createPasswordHasher({ keys }),
    passwordBlocklist: await openBlocklist(),
    passkeys: createPasskeyCeremonies({ rpId: hostname, origin, rpName: 'Portico' }),
    humanCheck: noHumanCheck,
    pictureSource: pictureSourceFrom(config, egress),
    pictureCraft: createPictureCraft(),
    identityFacts: {
      baseUrl,
      of(bankId) {
        const bank = facts.get(bankId);
        if (bank === undefined) throw new Error(`bank ${bankId} is not served here`);
        return {
          bankName: bank.name,
          timeZone: bank.timeZone,
          defaultLanguage: bankLanguage(bank.country),
          hasSecurityQuestions: true,
        };
      },
    },
  };
}

function pictureSourceFrom(config: Config, egress: Egress | undefined): PictureSource {
  const prefixes = contentPrefixes(config);
  return egress === undefined || prefixes.size === 0
    ? noPictureSource
    : createHttpContentStore({ egress, purpose: picturesPurpose, prefixes });
}
