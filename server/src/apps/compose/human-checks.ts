import { createSiteVerify } from '#adapters/human-check-http/site-verify.ts';
import { type HumanCheck, noHumanCheck } from '#capabilities/identity/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { Log } from '#platform/log/logger.ts';
import { textIn } from '../setting-files.ts';
import { servicePolicy } from './service-policy.ts';

const limits = { bodyMaxBytes: 65_536, timeoutMs: 5_000 } as const;

/** Connects the services of the setting, each for its bank; the others accept every token. */
export async function openHumanChecks(addresses: Config['humanChecks'], log: Log): Promise<HumanCheck> {
  const banks = await Promise.all(
    Object.entries(addresses).map(async ([bankId, address]) => ({
      bankId,
      address,
      purpose: `human-check-${bankId}`,
      policy: await servicePolicy(address, limits),
      secret: new Secret(await textIn(address.secret)),
    })),
  );
  const egress = createEgress({
    purposes: Object.fromEntries(banks.map(({ policy, purpose }) => [purpose, policy])),
  });
  const services = new Map(
    banks.map(({ address: { hostnames, scoreMin, url }, bankId, purpose, secret }) => [
      bankId,
      createSiteVerify({ egress, purpose, url, secret, hostnames, scoreMin, log }),
    ]),
  );
  return {
    verify: (given) => (services.get(given.bankId) ?? noHumanCheck).verify(given),
    close: () => egress.close(),
  };
}
