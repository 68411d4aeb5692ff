import type { Temporal } from 'temporal-polyfill';
import type { AttestationKind, DevicePlatform } from '../domain/devices/device.ts';

/** What a platform says about a key, as a device presents it. */
export type Attestation =
  /** Certificates of Android key attestation in base64, that of the key first. */
  | { readonly format: 'android-key'; readonly certificates: readonly string[] }
  /** Key id and attestation object of Apple App Attest in base64. */
  | { readonly format: 'apple-app-attest'; readonly keyId: string; readonly object: string }
  /** The challenge signed by the key itself, in base64url; proves no hardware. */
  | { readonly format: 'software'; readonly signature: string };

/** An attestation with all that it must vouch for. */
export interface PresentedAttestation {
  readonly attestation: Attestation;
  readonly platform: DevicePlatform;
  readonly challenge: Buffer;
  /** SubjectPublicKeyInfo of the key of the device. */
  readonly publicKey: Buffer;
  readonly now: Temporal.Instant;
}

/**
 * Port: verifies what a platform says about the key of a device, without asking anyone. Returns what vouches for the key;
 * undefined when nothing does that the bank accepts. Never throws for what a device sent.
 */
export type AttestationVerifier = (presented: PresentedAttestation) => Promise<AttestationKind | undefined>;
