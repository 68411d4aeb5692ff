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

/** Who asks for passkeys: the bank's name, its domain, and the one origin its pages have. */
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
  /** A device that has one of these makes no second one. */
  readonly known: readonly KnownPasskey[];
  /** 32 bytes; random ones when it is absent. */
  readonly challenge?: Uint8Array;
}

/** What the browser is given, and what we remember until it answers: once, and for two minutes. */
export interface BegunCeremony {
  /** JSON. */
  readonly options: string;
  /** base64url */
  readonly challenge: string;
}

export interface GivenUse {
  /** JSON as it came from the browser. */
  readonly response: string;
  readonly challenge: string;
  readonly passkey: Passkey;
  /** Those of the passkey's owner, one for each key there was: a response that names another is refused. */
  readonly userHandles?: readonly Uint8Array[];
}

export interface PasskeyUse {
  readonly newSignCount: number;
  readonly isBackedUp: boolean;
}

/** What came of a use; a clone is told apart only when all else was right, so that nobody raises the alarm for another. */
export type UseOutcome =
  | ({ readonly kind: 'used' } & PasskeyUse)
  | { readonly kind: 'cloned'; readonly newSignCount: number }
  | { readonly kind: 'refused' };

/**
 * Making and using passkeys. Challenges are used once by whoever remembers them; a sign count is saved before the next
 * use is judged. Whose passkey it is says the passkey, never the response: nobody signs the handle in it.
 */
export interface PasskeyCeremonies {
  /** Options for making a passkey, and the challenge to remember. */
  beginCreation(of: CreationRequest): Promise<BegunCeremony>;
  /** Undefined for whatever is wrong. That the credential is new to the bank is the store's to say. */
  finishCreation(given: {
    readonly response: string;
    readonly challenge: string;
  }): Promise<CreatedCredential | undefined>;
  /** `known` absent: any discoverable passkey of this bank will do. A given challenge has 32 bytes. */
  beginUse(known: readonly KnownPasskey[] | undefined, challenge?: Uint8Array): Promise<BegunCeremony>;
  /** Which credential a response claims, before anything is verified; undefined for nonsense. */
  credentialIn(
    response: string,
  ): { readonly credentialId: string; readonly userHandle: string | undefined } | undefined;
  /** Undefined for whatever is wrong, clones included. */
  finishUse(given: GivenUse): Promise<PasskeyUse | undefined>;
  /** The same for those who tell the owner of a clone. */
  verifyUse(given: GivenUse): Promise<UseOutcome>;
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
    finishUse: async (given) => {
      const outcome = await verifiedUse(party, given);
      if (outcome.kind !== 'used') return undefined;
      return { newSignCount: outcome.newSignCount, isBackedUp: outcome.isBackedUp };
    },
    verifyUse: async (given) => verifiedUse(party, given),
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
    // With the user verified each time, a passkey alone is two factors: the device, and what unlocks it.
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
  // To a browser an empty list means any passkey: whoever has none is not asked for one.
  assert(known?.length !== 0, 'there is a passkey to ask for');
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
  const made = await registrationIn(party, response, challenge);
  if (made === undefined) return undefined;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = made;
  // The browser and the device must speak of the same credential.
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

async function verifiedUse(party: RelyingParty, given: GivenUse): Promise<UseOutcome> {
  const response = readUse(given.response);
  if (response === undefined || !isMeantFor(given, response)) return refused;
  const used = await authenticationIn(party, response, given);
  if (used === undefined) return refused;
  // WebAuthn Level 3, 7.2: what a passkey was made as, it stays.
  if ((used.credentialDeviceType === 'multiDevice') !== given.passkey.isBackupEligible) return refused;
  if (isCloned(given.passkey.signCount, used.newCounter))
    return { kind: 'cloned', newSignCount: used.newCounter };
  return { kind: 'used', newSignCount: used.newCounter, isBackedUp: used.credentialBackedUp };
}

function isMeantFor({ passkey, userHandles }: GivenUse, response: UseResponse): boolean {
  if (response.credentialId !== passkey.credentialId || !isFromOwnPage(response.clientData)) return false;
  if (userHandles === undefined || response.userHandle === undefined) return true;
  return userHandles.some((handle) => Buffer.from(handle).toString('base64url') === response.userHandle);
}

type Registration = NonNullable<Awaited<ReturnType<typeof verifyRegistrationResponse>>['registrationInfo']>;
type Authentication = Awaited<ReturnType<typeof verifyAuthenticationResponse>>['authenticationInfo'];

/** The library throws for each fault, with words that say which; none of them goes further. */
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
  { rpId, origin }: RelyingParty,
  response: UseResponse,
  { challenge, passkey }: GivenUse,
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
      // The library would judge the count before the signature; ours is judged after it, by `isCloned`.
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
