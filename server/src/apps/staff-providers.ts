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
import { type ErrorOf, policyFor, privateKeyAt } from './provider-settings.ts';

type StaffProviderSetting = Config['staffProviders'][number];

/** Returns the egress purpose of a bank's own provider. */
function purposeOf(bankId: string): string {
  return `staff-provider-${bankId}`;
}

/** Returns the egress policies of the providers; reads the certificates of their authorities. */
export async function staffProviderPurposes({
  staffProviders,
}: Pick<Config, 'staffProviders'>): Promise<Readonly<Record<string, EgressPolicy>>> {
  const policies = await Promise.all(
    staffProviders.map(
      async (setting) => [purposeOf(setting.bank), await policyFor(setting, errorOf(setting.bank))] as const,
    ),
  );
  return Object.fromEntries(policies);
}

/** Opens the providers of all banks that have one. Throws on invalid settings. */
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
    key: await privateKeyAt(setting.key, errorOf(bank)),
    assertionAudience,
    scope,
    acrParameter: acr?.askedBy ?? 'acr_values',
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
    throw errorOf(bank)(
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

function errorOf(bank: string): ErrorOf {
  const name = `${settings.staffProviders.name} for bank ${bank}`;
  return (wrong, expected) => new ConfigInvalid([{ name, wrong, expected }]);
}
