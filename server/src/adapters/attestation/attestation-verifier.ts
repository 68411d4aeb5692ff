import type { AttestationVerifier } from '#capabilities/client/index.ts';
import { type Authority, readAuthorities } from '#platform/auth/certificate-chain.ts';
import { type AndroidApp, verifyAndroidKey } from './android-key.ts';
import { verifyAppleAppAttest } from './apple-app-attest.ts';
import { isSelfSigned } from './self-signed.ts';

/** Which attestations a bank accepts; without any, no device can be paired. */
export interface AttestationOptions {
  /** Keys without hardware, for tests and demonstrations: anyone can make one. */
  readonly software: boolean;
  readonly android?: { readonly rootsPem: string; readonly apps: readonly AndroidApp[] };
  /** App ids are team id, dot, bundle id. */
  readonly apple?: {
    readonly rootsPem: string;
    readonly appIds: readonly string[];
    /** Where the app was signed: builds of developers attest in `development`. */
    readonly environment: 'production' | 'development';
  };
}

/** Verifies attestations offline, against configured roots. Throws for roots that are no authorities. */
export function createAttestationVerifier({
  android,
  apple,
  software,
}: AttestationOptions): AttestationVerifier {
  const androidRoots: readonly Authority[] = android === undefined ? [] : readAuthorities(android.rootsPem);
  const appleRoots: readonly Authority[] = apple === undefined ? [] : readAuthorities(apple.rootsPem);
  return async (presented) => {
    const { attestation, challenge, platform, publicKey } = presented;
    switch (attestation.format) {
      case 'android-key':
        if (android === undefined || platform !== 'android') return undefined;
        return verifyAndroidKey(attestation, presented, { roots: androidRoots, apps: android.apps });
      case 'apple-app-attest':
        if (apple === undefined || platform !== 'ios') return undefined;
        return verifyAppleAppAttest(attestation, presented, { ...apple, roots: appleRoots });
      case 'software':
        return software && isSelfSigned(attestation.signature, { challenge, publicKey })
          ? 'software'
          : undefined;
    }
  };
}
