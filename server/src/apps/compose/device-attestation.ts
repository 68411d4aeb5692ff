import { createAttestationVerifier } from '#adapters/attestation/attestation-verifier.ts';
import type { AttestationVerifier } from '#capabilities/client/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { textIn } from '../setting-files.ts';

/** Builds the verifier of device keys from the setting; reads the roots. */
export async function deviceAttestationFrom({
  deviceAttestation: { android, apple, software = false },
}: Pick<Config, 'deviceAttestation'>): Promise<AttestationVerifier> {
  return createAttestationVerifier({
    software,
    ...(android && { android: { rootsPem: await textIn(android.roots), apps: android.apps } }),
    ...(apple && {
      apple: {
        rootsPem: await textIn(apple.roots),
        appIds: apple.appIds,
        environment: apple.environment ?? 'production',
      },
    }),
  });
}
