import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { createOpenidStaffProvider } from '#adapters/staff-provider/openid-staff-provider.ts';
import {
  type StaffAssurance,
  type StaffProvider,
  type StaffProviders,
  type StaffRules,
  unknownRoles,
} from '#capabilities/oauth/index.ts';
import { ConfigInvalid } from '#platform/config/config-invalid.ts';
import type { Config } from '#platform/config/load-config.ts';
import { settings } from '#platform/config/settings.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { egressFetch } from '#platform/egress/egress-fetch.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import type { Log } from '#platform/log/logger.ts';
import { pathOf } from './token-issuers.ts';

type StaffProviderSetting = Config['staffProviders'][number];

const httpsPort = 443;
/** Some providers think longer about a token than we would; a person waits, so not much longer. */
const timeoutMs = 5_000;
/** Algorithms of FAPI 2.0; older ones are for providers that have not heard of these. */
const keyAlgorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Purpose under which the egress client talks to a bank's own provider. */
function purposeOf(bankId: string): string {
  return `staff-provider-${bankId}`;
}

/** What the egress client must allow for the providers; certificates of their authorities are read here. */
export async function staffProviderPurposes({
  staffProviders,
}: Pick<Config, 'staffProviders'>): Promise<Readonly<Record<string, EgressPolicy>>> {
  const policies = await Promise.all(
    staffProviders.map(async ({ bank, ca, hosts = [], issuer, networks = [] }) => {
      const { hostname, port } = new URL(issuer);
      return [
        purposeOf(bank),
        {
          hosts: [...new Set([hostname, ...hosts])],
          ports: [...new Set([httpsPort, port === '' ? httpsPort : Number(port)])],
          allowPrivateAddresses: networks,
          timeoutMs,
          ...(ca === undefined ? {} : { caPem: await textOf(ca, bank) }),
        },
      ] as const;
    }),
  );
  return Object.fromEntries(policies);
}

/** Opens the providers of all banks that have one. Whatever is wrong with them stops the start. */
export async function openStaffProviders(
  { staffProviders }: Pick<Config, 'staffProviders'>,
  { egress, log }: { readonly egress: Egress; readonly log: Log },
): Promise<StaffProviders> {
  const opened = await Promise.all(
    staffProviders.map(async (setting) => [setting.bank, await openProvider(setting, egress, log)] as const),
  );
  const byBank: ReadonlyMap<string, StaffProvider> = new Map(opened);
  return { of: (bankId) => byBank.get(bankId) };
}

async function openProvider(setting: StaffProviderSetting, egress: Egress, log: Log): Promise<StaffProvider> {
  const { acr, assertionAudience = 'issuer', bank, clientId, issuer, scope = 'openid profile' } = setting;
  return createOpenidStaffProvider({
    bankId: bank,
    issuer,
    clientId,
    key: await keyOf(setting),
    assertionAudience,
    scope,
    acrAskedBy: acr?.askedBy ?? 'acr_values',
    rules: rulesOf(setting),
    fetch: egressFetch(egress, purposeOf(bank)),
    log,
    nowMs: () => performance.now(),
  });
}

function rulesOf({ acr, bank, claims, roles }: StaffProviderSetting): StaffRules {
  const rolesOf = new Map<string, readonly string[]>(Object.entries(roles));
  const unknown = unknownRoles({ rolesOf });
  if (unknown.length > 0)
    throw fault(
      bank,
      `gives roles that do not exist: ${unknown.join(', ')}`,
      'roles of docs/guides/staff-sign-in.md',
    );
  return {
    employeeIdClaim: claims.employeeId,
    unitClaim: claims.unit,
    rolesClaim: claims.roles,
    acrClaim: acr?.claim ?? 'acr',
    rolesOf,
    assuranceOf: new Map<string, StaffAssurance>(Object.entries(acr?.values ?? {})),
  };
}

async function keyOf({ bank, key: at }: StaffProviderSetting): Promise<JWK> {
  const expected = `the path of a private JWK with alg, one of ${keyAlgorithms.join(', ')}`;
  const key = jwkIn(await textOf(at, bank));
  if (key === undefined || !keyAlgorithms.includes(key.alg))
    throw fault(bank, 'names a key that is none (its text is not shown)', expected);
  return key;
}

/** A key, or nothing; never an error that could quote it. */
function jwkIn(text: string): JWK | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isPrivateJwk(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isPrivateJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && 'd' in value;
}

async function textOf(at: string, bank: string): Promise<string> {
  try {
    return await readFile(pathOf(at), 'utf8');
    // Only that it failed: the message of a failed read could quote what was read.
  } catch {
    throw fault(bank, 'names a file that cannot be read', 'files this process may read');
  }
}

function fault(bank: string, wrong: string, expected: string): ConfigInvalid {
  return new ConfigInvalid([{ name: `${settings.staffProviders.name} for bank ${bank}`, wrong, expected }]);
}
