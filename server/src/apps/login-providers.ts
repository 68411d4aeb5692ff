import {
  createOpenidLoginProvider,
  type LoginClientAuthentication,
} from '#adapters/login-provider/openid-login-provider.ts';
import type { LoginProvider, LoginProviders } from '#capabilities/identity/index.ts';
import { ConfigInvalid } from '#platform/config/config-invalid.ts';
import type { Config } from '#platform/config/load-config.ts';
import { settings } from '#platform/config/settings.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { egressFetch } from '#platform/egress/egress-fetch.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import type { Log } from '#platform/log/logger.ts';
import { type ErrorOf, policyFor, privateKeyAt, textAt } from './provider-settings.ts';

type LoginProviderSetting = Config['loginProviders'][number];

/** Client secret, RFC 6749 A.2: printable ASCII. Line ends after it, which editors add, are removed. */
const secretShape = /^[\x20-\x7E]{1,2000}$/;

/** Returns the key of a provider, which is also its egress purpose. */
function purposeOf(bankId: string, provider: string): string {
  return `login-provider-${bankId}-${provider}`;
}

/** Returns the egress policies of the providers. */
export async function loginProviderPurposes({
  loginProviders,
}: Pick<Config, 'loginProviders'>): Promise<Readonly<Record<string, EgressPolicy>>> {
  const policies = await Promise.all(
    loginProviders.map(async (setting) => {
      const policy = await policyFor(setting, errorOf(setting));
      // Only this method sends the secret in an authorization header, which the egress client removes by default.
      const isBasic = setting.authentication.method === 'client_secret_basic';
      return [
        purposeOf(setting.bank, setting.provider),
        isBasic ? { ...policy, credentials: true } : policy,
      ] as const;
    }),
  );
  return Object.fromEntries(policies);
}

/** Opens the providers of all banks. Throws on invalid settings; makes no requests yet. */
export async function openLoginProviders(
  { baseUrl, loginProviders }: Pick<Config, 'baseUrl' | 'loginProviders'>,
  { egress, log }: { readonly egress: Egress; readonly log: Log },
): Promise<LoginProviders> {
  const opened = await Promise.all(
    loginProviders.map(
      async (setting) =>
        [
          purposeOf(setting.bank, setting.provider),
          await openProvider(setting, { baseUrl, egress, log }),
        ] as const,
    ),
  );
  const byPurpose: ReadonlyMap<string, LoginProvider> = new Map(opened);
  const offered = opened.flatMap(([, provider], index) => {
    const { page } = provider;
    return page === undefined
      ? []
      : [{ bankId: loginProviders[index]?.bank, provider: { ...provider, page } }];
  });
  return {
    of: (bankId, provider) => byPurpose.get(purposeOf(bankId, provider)),
    offered: (bankId) => offered.flatMap((each) => (each.bankId === bankId ? [each.provider] : [])),
  };
}

/** Returns where a provider sends the browser back: each has its own address, so that none answers for another. */
function loginReturnOf(baseUrl: string, bankId: string, provider: string): string {
  return new URL(`/account/${bankId}/linked-login/${provider}`, baseUrl).href;
}

async function openProvider(
  setting: LoginProviderSetting,
  { baseUrl, egress, log }: { readonly baseUrl: string; readonly egress: Egress; readonly log: Log },
): Promise<LoginProvider> {
  const { bank, clientId, issuer, provider, redirectUris, signInName } = setting;
  const [first, ...further] = redirectUris;
  if (first === undefined) throw errorOf(setting)('has no redirectUris', 'at least one');
  return createOpenidLoginProvider({
    bankId: bank,
    provider,
    issuer,
    clientId,
    authentication: await authenticationOf(setting),
    redirectUris: [first, ...further],
    page:
      signInName === undefined
        ? undefined
        : { name: signInName, redirectUri: loginReturnOf(baseUrl, bank, provider) },
    fetch: egressFetch(egress, purposeOf(bank, provider)),
    log,
    nowMs: () => performance.now(),
  });
}

async function authenticationOf(setting: LoginProviderSetting): Promise<LoginClientAuthentication> {
  const { authentication } = setting;
  const error = errorOf(setting);
  switch (authentication.method) {
    case 'private_key_jwt': {
      const { assertionAudience = 'issuer', key, method } = authentication;
      return { method, key: await privateKeyAt(key, error), assertionAudience };
    }
    case 'client_secret_basic':
    case 'client_secret_post':
      return { method: authentication.method, secret: await secretAt(authentication.secretFile, error) };
    case 'none':
      return { method: 'none' };
  }
}

async function secretAt(at: string, error: ErrorOf): Promise<string> {
  const secret = (await textAt(at, error)).replace(/[\r\n]+$/, '');
  if (!secretShape.test(secret))
    throw error(
      'names an invalid secret (its text is not shown)',
      'the path of a file with one line of text, the secret',
    );
  return secret;
}

function errorOf({ bank, provider }: LoginProviderSetting): ErrorOf {
  const name = `${settings.loginProviders.name}, ${provider} for bank ${bank}`;
  return (wrong, expected) => new ConfigInvalid([{ name, wrong, expected }]);
}
