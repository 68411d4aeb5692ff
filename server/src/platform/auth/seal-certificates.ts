import { type AsymmetricKeyDetails, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { DatedCertificate } from './certificate-chain.ts';
import type { StatusWait } from './certificate-statuses.ts';
import type { ClientCertificate, ClientCertificates } from './client-certificates.ts';
import type { Psd2Identity } from './psd2-certificate.ts';
import { maySign } from './seal-content.ts';
import { type CertificateFault, checkThirdParty } from './third-party-certificate.ts';
import type { ThirdPartyChecks } from './third-party-checks.ts';

/** A qualified certificate for electronic seals (QSEAL) from an accepted authority. */
export interface SealCertificate extends DatedCertificate, SealKey {
  readonly psd2: Psd2Identity;
}

/** The key of a seal. Its facts are read once: on a KeyObject each read costs as much as parsing a header. */
export interface SealKey {
  readonly publicKey: KeyObject;
  readonly keyType: KeyObject['asymmetricKeyType'];
  readonly keyDetails: AsymmetricKeyDetails;
}

export type SealVerdict =
  | { readonly kind: 'accepted'; readonly certificate: SealCertificate }
  | CertificateFault;

/** Verifies the certificates of signatures. A seal identifies no caller: the client certificate does. */
export interface SealCertificates {
  verify(der: Buffer, bankId: string, wait?: StatusWait): Promise<SealVerdict>;
}

const notForSignatures: CertificateFault = {
  kind: 'fault',
  literal: 'certificate-invalid',
  message:
    'Check "key usage": the extension keyUsage (2.5.29.15) has neither digitalSignature nor nonRepudiation. Request a certificate that may sign.',
};

/** Refuses every seal, for a process that serves no third party. */
export const noSealsAccepted: SealCertificates = { verify: async () => notForSignatures };

/** As many as client certificates: each organisation has one or two. */
const keysMax = 2_000;

/** Verifies seals by the checks of client certificates, against the same authorities, statuses and blocks. */
export function createSealCertificates(options: {
  readonly certificates: Pick<ClientCertificates, 'ofBytes'>;
  readonly clock: Clock;
  readonly thirdParties: ThirdPartyChecks;
}): SealCertificates {
  const { certificates, clock, thirdParties: checks } = options;
  const keys = lruCache<SealKey>(keysMax);
  // Only verified seals that may sign get here, so other certificates cannot evict their keys.
  const keyOf = ({ der, fingerprint256 }: ClientCertificate): SealKey | undefined => {
    const key = keys.get(fingerprint256) ?? readKey(der);
    if (key !== undefined) keys.set(fingerprint256, key);
    return key;
  };
  return {
    async verify(der, bankId, wait) {
      const request = { use: 'signatures', bankId, now: clock.now(), checks, wait } as const;
      const checked = await checkThirdParty(certificates.ofBytes(der), request);
      if (checked.kind === 'fault') return checked;
      const { certificate, psd2 } = checked;
      const key = keyOf(certificate);
      return key === undefined
        ? notForSignatures
        : { kind: 'accepted', certificate: { ...certificate, ...key, psd2 } };
    },
  };
}

/** Returns undefined for a key that may not sign. */
function readKey(der: Buffer): SealKey | undefined {
  if (!maySign(der)) return undefined;
  const { publicKey } = new X509Certificate(der);
  const { asymmetricKeyDetails: keyDetails = {}, asymmetricKeyType: keyType } = publicKey;
  return { publicKey, keyType, keyDetails };
}
