import type { Temporal } from 'temporal-polyfill';
import type { Tpp } from '#platform/auth/caller.ts';
import type { Sighting } from '../domain/third-party.ts';

/** Collects who has called, so that a request writes nothing; the process records it every few seconds. */
export interface Sightings {
  /** Remembers the request of a third party whose certificate was accepted. */
  add(caller: Tpp, now: Temporal.Instant): void;
  /** Returns what was collected since the last time, by bank. */
  take(): ReadonlyMap<string, readonly Sighting[]>;
  /** Takes back what could not be recorded, for the next time. A newer request with the same certificate is kept instead. */
  putBack(bankId: string, sightings: readonly Sighting[]): void;
}

/** More than the third parties of Europe. Beyond it a sighting is lost until the next request. */
const certificatesMax = 5_000;

/** Creates an empty collection. */
export function createSightings(): Sightings {
  let collected = new Map<string, { readonly bankId: string; readonly sighting: Sighting }>();
  const keyOf = (bankId: string, fingerprint256: string): string => `${bankId} ${fingerprint256}`;
  return {
    add(caller, now) {
      const { bankId, fingerprint256 } = caller;
      const key = keyOf(bankId, fingerprint256);
      if (collected.size >= certificatesMax && !collected.has(key)) return;
      collected.set(key, { bankId, sighting: sightingOf(caller, now) });
    },
    take() {
      const taken = [...collected.values()];
      collected = new Map();
      return new Map(
        [...Map.groupBy(taken, ({ bankId }) => bankId)].map(([bankId, its]) => [
          bankId,
          its.map(({ sighting }) => sighting),
        ]),
      );
    },
    putBack(bankId, sightings) {
      for (const sighting of sightings) {
        const key = keyOf(bankId, sighting.fingerprint256);
        if (collected.size < certificatesMax && !collected.has(key)) collected.set(key, { bankId, sighting });
      }
    },
  };
}

function sightingOf(caller: Tpp, seenAt: Temporal.Instant): Sighting {
  return {
    organisationId: caller.authorisationNumber,
    name: caller.organizationName,
    issuer: caller.issuer,
    serialNumber: caller.serialNumber,
    fingerprint256: caller.fingerprint256,
    roles: caller.roles,
    validTo: caller.validTo,
    seenAt,
  };
}
