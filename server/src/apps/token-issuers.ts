import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { interfaceScopes, ownIssuers, staffRoles } from '#capabilities/oauth/index.ts';
import type { IssuerCallers } from '#platform/auth/issuer-limits.ts';
import { createJwtVerifier, type TokenIssuer } from '#platform/auth/jwt-verifier.ts';
import { createKeySet, type LoadKeySet } from '#platform/auth/key-set.ts';
import type { TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import { ConfigInvalid } from '#platform/config/config-invalid.ts';
import type { Config } from '#platform/config/load-config.ts';
import { settings } from '#platform/config/settings.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { Runtime } from './runtime.ts';
import { signingKeyVaultFrom } from './vaults.ts';

/** Egress purpose for the keys of token issuers. */
export const keySetPurpose = 'token-issuer-keys';

interface VerifierParts {
  readonly database: Database;
  readonly egress: Egress;
  readonly revocations: TokenRevocations;
  readonly keys: KeyProvider;
}

type IssuerSetting = Config['tokenIssuers'][number];

/** Creates the verifier for tokens of our own servers and of the configured issuers. */
export function tokenVerifierFrom(
  { clock, config, log }: Pick<Runtime, 'clock' | 'config' | 'log'>,
  { database, egress, keys, revocations }: VerifierParts,
): TokenVerifier {
  const { banks, baseUrl } = config;
  const signingKeyVault = config.oauthServer === 'on' ? signingKeyVaultFrom(keys) : undefined;
  const own =
    signingKeyVault === undefined ? [] : ownIssuers({ database, clock, baseUrl, banks, signingKeyVault });
  return createJwtVerifier({
    clock,
    revocations,
    issuers: [...own, ...config.tokenIssuers.map((setting) => issuerFrom(setting, { egress, log }))],
  });
}

function issuerFrom(
  setting: IssuerSetting,
  { egress, log }: Pick<VerifierParts, 'egress'> & Pick<Runtime, 'log'>,
): TokenIssuer {
  const { audience, banks, clients, issuer, jwks, unboundTokens = 'refused' } = setting;
  return {
    issuer,
    audience,
    banks,
    callers: callersFrom(setting),
    ...(clients === undefined ? {} : { clients: new Set(clients) }),
    unbound: unboundTokens,
    keys: createKeySet({
      load: loaderOf(jwks, egress),
      nowMs: () => performance.now(),
      onFailure: ({ error, isTooOld }) =>
        isTooOld
          ? log.error(
              { check: 'token-issuers', error },
              'keys of a token issuer are too old: its tokens are refused',
            )
          : log.warn({ check: 'token-issuers', error }, 'failed to load the keys of a token issuer'),
    }),
  };
}

/** Throws on an unknown scope or role, which is a typing error: the issuer would grant less than intended. */
function callersFrom({ callers, issuer }: IssuerSetting): IssuerCallers {
  const { application, customer, delegate, employee } = callers;
  const unknown = [
    ...[...(application ?? []), ...(customer ?? []), ...(delegate ?? [])].filter(
      (scope) => !interfaceScopes.includes(scope),
    ),
    ...(employee ?? []).filter((role) => !staffRoles.includes(role)),
  ];
  if (unknown.length > 0)
    throw new ConfigInvalid([
      {
        name: `${settings.tokenIssuers.name} for issuer ${issuer}`,
        wrong: `grants scopes or roles that do not exist: ${unknown.join(', ')}`,
        expected: 'scopes and roles of docs/generated/access.md',
      },
    ]);
  const setOf = (rights: readonly string[]): ReadonlySet<string> => new Set(rights);
  return omitUndefined({
    application: mapDefined(application, setOf),
    customer: mapDefined(customer, setOf),
    delegate: mapDefined(delegate, setOf),
    employee: mapDefined(employee, setOf),
  });
}

function loaderOf(at: string, egress: Egress): LoadKeySet {
  if (at.startsWith('file:')) return () => readFile(pathOf(at), 'utf8');
  return async () => {
    const { status, body } = await egress.send({ purpose: keySetPurpose, method: 'GET', url: at });
    if (status !== 200) throw new Error('the issuer did not return its keys');
    return body.toString('utf8');
  };
}

/** Returns the path of `file:///keys.json` or `file:keys.json`. */
export function pathOf(at: string): string {
  return at.startsWith('file://') ? fileURLToPath(at) : at.slice('file:'.length);
}
