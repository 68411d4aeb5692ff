import { createHttpScreening } from '#adapters/screening-http/http-screening.ts';
import { noScreening, type Screening } from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createEgress } from '#platform/egress/egress.ts';
import type { Log } from '#platform/log/logger.ts';
import { servicePolicy } from './service-policy.ts';

type ScreeningAddress = Config['screenings'][string];

const limits = { bodyMaxBytes: 65_536, timeoutMs: 5_000 } as const;

/** The screening of all banks of this process. */
export interface Screenings extends Screening {
  close(): Promise<void>;
}

/** Connects the services of the setting, each for its bank; the customers of the others wait for staff. */
export async function openScreenings(
  addresses: Readonly<Record<string, ScreeningAddress>>,
  log: Log,
): Promise<Screenings> {
  const banks = Object.entries(addresses);
  const policies = await Promise.all(
    banks.map(
      async ([bankId, address]) => [purposeOf(bankId), await servicePolicy(address, limits)] as const,
    ),
  );
  const egress = createEgress({ purposes: Object.fromEntries(policies) });
  const services = new Map(
    banks.map(([bankId, { url }]) => [
      bankId,
      createHttpScreening({ egress, purpose: purposeOf(bankId), url, log }),
    ]),
  );
  return {
    screen: (subject) => (services.get(subject.bankId) ?? noScreening).screen(subject),
    close: () => egress.close(),
  };
}

function purposeOf(bankId: string): string {
  return `screening-${bankId}`;
}
