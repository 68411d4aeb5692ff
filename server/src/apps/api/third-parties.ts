import { createBlockCache, createSightings, recordSightings } from '#capabilities/tpp/index.ts';
import { createClientCertificates } from '#platform/auth/client-certificates.ts';
import { createRevocationCache } from '#platform/auth/revocation-cache.ts';
import { createSealCertificates } from '#platform/auth/seal-certificates.ts';
import { createCertificateStatusCache } from '#platform/certificate-status/certificate-status-cache.ts';
import type { Database } from '#platform/db/database.ts';
import type { Services } from '#platform/http/services.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Work that a process repeats after the given time. */
export interface Repeated {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** What a process of the API knows about certificates and third parties. */
export interface ThirdParties {
  readonly services: Pick<Services, 'certificates' | 'seals' | 'thirdParties' | 'tppSightings'>;
  /** Loads what is needed before the first request. */
  load(): Promise<void>;
  readonly repeated: readonly Repeated[];
  /** Writes down who has called since the last time. */
  saveSightings(): Promise<void>;
}

const revocationsEveryMs = 3_000;
/** Every process refuses a blocked third party within five seconds; two leave time for a slow query. */
const blocksEveryMs = 2_000;
const sightingsEveryMs = 5_000;

/** Connects certificates, their revocation, and blocks of third parties for the requests of one process. */
export function openThirdParties(runtime: Runtime, database: Database): ThirdParties {
  const { clock, config, ids, log, tppBanks } = runtime;
  const revocations = createRevocationCache(database);
  const statuses = createCertificateStatusCache({ database, clock });
  const blocks = createBlockCache(database, config.banks);
  const sightings = createSightings();
  const acceptedAuthorities = authorityList(config.tlsClientAuthorities);
  const certificates = createClientCertificates({ clock, revocations, acceptedAuthorities });
  const checks = { policyOf: (bankId: string) => tppBanks.profileOf(bankId), statuses, blocks };
  const saveSightings = async (): Promise<void> => {
    const results = await Promise.allSettled(
      [...sightings.take()].map(async ([bankId, its]) => {
        const requestId = ids.uuid(virtualShard(bankId, 'tpp-sightings'));
        const work = { job: 'record-tpp-sightings', bankId, requestId };
        try {
          await recordSightings(systemContext({ app: database, clock, ids, log }, work), its);
        } catch (error) {
          // A database that refuses once must not lose them; the next turn tries again.
          sightings.putBack(bankId, its);
          throw error;
        }
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  return {
    services: {
      certificates,
      seals: createSealCertificates({ certificates, clock, thirdParties: checks }),
      thirdParties: checks,
      tppSightings: sightings,
    },
    async load() {
      await Promise.all([revocations.refresh(), statuses.refresh(), blocks.refresh()]);
    },
    repeated: [
      { name: 'revocation-cache', everyMs: revocationsEveryMs, run: () => revocations.refresh() },
      { name: 'certificate-statuses', everyMs: revocationsEveryMs, run: () => statuses.refresh() },
      { name: 'tpp-blocks', everyMs: blocksEveryMs, run: () => blocks.refresh() },
      { name: 'tpp-sightings', everyMs: sightingsEveryMs, run: saveSightings },
    ],
    saveSightings,
  };
}

/** Splits a bundle of certificates. */
export function authorityList(pem: string | undefined): readonly string[] {
  return pem?.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
}
