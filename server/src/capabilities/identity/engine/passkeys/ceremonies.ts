import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type CreatedCredential, isCloned, type Passkey } from '../../domain/passkey.ts';
import { isPlainAttestation } from './attestation.ts';
import { isFromOwnPage, readCreation, readUse, type UseResponse } from './browser-response.ts';
import { isSoundKey, keyAlgorithms } from './credential-key.ts';
import { isWellFormed } from './signature-form.ts';

/** The relying party: the bank's name, its domain, and the one origin of its pages. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
  readonly rpName: string;
}

type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>;

export interface CreationRequest {
  /** See `userHandle`. */
  readonly userHandle: Uint8Array;
  readonly username: string;
  readonly displayName: string;
  /** An authenticator that has one of these does not create a second one. */
  readonly known: readonly KnownPasskey[];
  /** 32 bytes; random ones when it is absent. */
  readonly challenge?: Uint8Array;
}

/** The options for the browser, and the challenge to store until it responds: valid once, for two minutes. */
export interface BegunCeremony {
  /** JSON. */
  readonly options: string;
  /** base64url */
  readonly challenge: string;
}

export interface UseToVerify {
  /** JSON as sent by the browser. */
  readonly response: string;
  readonly challenge: string;
  readonly passkey: Passkey;
  /** The handles of the passkey's owner, one per key version: a response with a different handle is refused. */
  readonly userHandles?: readonly Uint8Array[];
  /** The origin of the page that asked; absent: that of the relying party. */
  readonly origin?: string;
}

export interface PasskeyUse {
  readonly newSignCount: number;
  readonly isBackedUp: boolean;
}

/**
 * The result of a use. `cloned` is returned only when all other checks pass, so that an attacker cannot trigger the
 * alarm.
 */
export type UseOutcome =
  | ({ readonly kind: 'used' } & PasskeyUse)
  | { readonly kind: 'cloned'; readonly newSignCount: number }
  | { readonly kind: 'refused' };

/**
 * Creates and verifies passkeys. The caller stores challenges, uses each once, and saves a sign count before it
 * verifies the next use. The stored passkey determines the user, never the response: the handle in it is not signed.
 */
export interface PasskeyCeremonies {
  /** Returns the options for creating a passkey, and the challenge to store. */
  beginCreation(of: CreationRequest): Promise<BegunCeremony>;
  /** Returns undefined for any error. The store checks that the credential is new to the bank. */
  finishCreation(input: {
    readonly response: string;
    readonly challenge: string;
  }): Promise<CreatedCredential | undefined>;
  /** Without `known` any discoverable passkey of this bank is accepted. A given challenge has 32 bytes. */
  beginUse(known: readonly KnownPasskey[] | undefined, challenge?: Uint8Array): Promise<BegunCeremony>;
  /** Returns the credential that a response claims, before anything is verified; undefined for malformed input. */
  credentialIn(
    response: string,
  ): { readonly credentialId: string; readonly userHandle: string | undefined } | undefined;
  /** Returns undefined for any error, clones included. */
  finishUse(input: UseToVerify): Promise<PasskeyUse | undefined>;
  /** Returns the same as a full outcome, for callers that notify the owner of a clone. */
  verifyUse(input: UseToVerify): Promise<UseOutcome>;
}

const timeoutMs = 120_000;
const challengeBytes = 32;
const userHandleBytes = 32;
const refused = { kind: 'refused' } as const;

export function createPasskeyCeremonies(party: RelyingParty): PasskeyCeremonies {
  return {
    beginCreation: async (of) => begunCreation(party, of),
    finishCreation: async ({ response, challenge }) => createdCredential(party, response, challenge),
    beginUse: async (known, challenge) => begunUse(party, known, challenge),
    credentialIn: (response) => {
      const read = readUse(response);
      return read && { credentialId: read.credentialId, userHandle: read.userHandle };
    },
    finishUse: async (input) => {
      const outcome = await verifiedUse(party, input);
      if (outcome.kind !== 'used') return undefined;
      return { newSignCount: outcome.newSignCount, isBackedUp: outcome.isBackedUp };
    },
    verifyUse: async (input) => verifiedUse(party, input),
  };
}

async function begunCreation(party: RelyingParty, of: CreationRequest): Promise<BegunCeremony> {
  assert(of.userHandle.length === userHandleBytes, 'a user handle has 32 bytes');
  const options = await generateRegistrationOptions({
    rpName: party.rpName,
    rpID: party.rpId,
    userName: of.username,
    userID: new Uint8Array(of.userHandle),
    userDisplayName: of.displayName,
    challenge: challengeOf(of.challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: descriptors(of.known),
    // With user verification each time, a passkey alone is two factors: the device, and the secret or biometric that
    // unlocks it.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: [...keyAlgorithms],
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
}

async function begunUse(
  party: RelyingParty,
  known: readonly KnownPasskey[] | undefined,
  challenge: Uint8Array | undefined,
): Promise<BegunCeremony> {
  // For a browser an empty list means any passkey; a user without passkeys must not be asked for one.
  assert(known?.length !== 0, 'the list of known passkeys is not empty');
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    ...(known && { allowCredentials: descriptors(known) }),
    challenge: challengeOf(challenge),
    timeout: timeoutMs,
    userVerification: 'required',
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
}

async function createdCredential(
  party: RelyingParty,
  text: string,
  challenge: string,
): Promise<CreatedCredential | undefined> {
  const response = readCreation(text);
  if (response === undefined) return undefined;
  if (!isFromOwnPage(response.clientData) || !isPlainAttestation(response.attestation)) return undefined;
  const registration = await registrationIn(party, response, challenge);
  if (registration === undefined) return undefined;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registration;
  // The browser and the authenticator must name the same credential.
  if (credential.id !== response.credentialId || !isSoundKey(credential.publicKey)) return undefined;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: response.transports,
    aaguid,
    isBackedUp: credentialBackedUp,
    isBackupEligible: credentialDeviceType === 'multiDevice',
  };
}

async function verifiedUse(party: RelyingParty, input: UseToVerify): Promise<UseOutcome> {
  const response = readUse(input.response);
  if (response === undefined || !isForPasskey(input, response)) return refused;
  const used = await authenticationIn(party, response, input);
  if (used === undefined) return refused;
  // WebAuthn Level 3, 7.2: backup eligibility never changes.
  if ((used.credentialDeviceType === 'multiDevice') !== input.passkey.isBackupEligible) return refused;
  if (isCloned(input.passkey.signCount, used.newCounter))
    return { kind: 'cloned', newSignCount: used.newCounter };
  return { kind: 'used', newSignCount: used.newCounter, isBackedUp: used.credentialBackedUp };
}

function isForPasskey({ passkey, userHandles }: UseToVerify, response: UseResponse): boolean {
  if (response.credentialId !== passkey.credentialId || !isFromOwnPage(response.clientData)) return false;
  if (userHandles === undefined || response.userHandle === undefined) return true;
  return userHandles.some((handle) => Buffer.from(handle).toString('base64url') === response.userHandle);
}

type Registration = NonNullable<Awaited<ReturnType<typeof verifyRegistrationResponse>>['registrationInfo']>;
type Authentication = Awaited<ReturnType<typeof verifyAuthenticationResponse>>['authenticationInfo'];

/** The library throws for each error with a text that names it; the texts are dropped. */
async function registrationIn(
  { rpId, origin }: RelyingParty,
  response: NonNullable<ReturnType<typeof readCreation>>,
  challenge: string,
): Promise<Registration | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: response.credentialId,
        rawId: response.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientData, attestationObject: response.attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserPresence: true,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...keyAlgorithms],
    });
    return registrationInfo;
  } catch {
    return undefined;
  }
}

async function authenticationIn(
  { rpId, origin: ownOrigin }: RelyingParty,
  response: UseResponse,
  { challenge, origin = ownOrigin, passkey }: UseToVerify,
): Promise<Authentication | undefined> {
  const { credentialId, clientData, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library would check the count before the signature; `isCloned` checks it afterwards.
      credential: { id: credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified && isWellFormed(signature, passkey.publicKey) ? authenticationInfo : undefined;
  } catch {
    return undefined;
  }
}

function descriptors(known: readonly KnownPasskey[]): { id: string; transports: string[] }[] {
  return known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));
}

function challengeOf(challenge: Uint8Array = randomBytes(challengeBytes)): Uint8Array<ArrayBuffer> {
  assert(challenge.length === challengeBytes, 'a challenge has 32 bytes');
  return new Uint8Array(challenge);
}
