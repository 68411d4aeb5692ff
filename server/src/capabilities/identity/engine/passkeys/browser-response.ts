/**
 * Responses of browsers are untrusted: the size is checked before they are parsed, then each member is read. Members
 * that are not named here are dropped; browsers may add any.
 */

/** Bytes of a whole response. With attestation `none` a genuine one has about two thousand. */
const responseBytesMax = 16 * 1024;
/** WebAuthn Level 3, 4: a credential id has at least 16 and at most 1023 bytes. */
const credentialIdBytes = { min: 16, max: 1023 };
/** WebAuthn Level 3, 5.4.3: at most 64 bytes. */
const userHandleBytes = { min: 1, max: 64 };
const anyBytes = { min: 1, max: responseBytesMax };
const transportsMax = 16;
const transports: readonly unknown[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The browser's response to a creation; texts are canonical base64url. */
export interface CreationResponse {
  readonly credentialId: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

/** The browser's response to an authentication; texts are canonical base64url. */
export interface UseResponse {
  readonly credentialId: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the result of `navigator.credentials.create`; undefined for malformed input. */
export function readCreation(text: string): CreationResponse | undefined {
  const credential = readCredential(text);
  if (credential === undefined || isNotDiscoverable(credential.members)) return undefined;
  const { credentialId, response } = credential;
  const clientData = bytesIn(response['clientDataJSON'], anyBytes);
  const attestation = bytesIn(response['attestationObject'], anyBytes);
  const known = transportsIn(response['transports']);
  if (clientData === undefined || attestation === undefined || known === undefined) return undefined;
  return { credentialId, clientData, attestation, transports: known };
}

/** Reads the result of `navigator.credentials.get`; undefined for malformed input. */
export function readUse(text: string): UseResponse | undefined {
  const credential = readCredential(text);
  if (credential === undefined) return undefined;
  const { credentialId, response } = credential;
  const clientData = bytesIn(response['clientDataJSON'], anyBytes);
  const authenticatorData = bytesIn(response['authenticatorData'], anyBytes);
  const signature = bytesIn(response['signature'], anyBytes);
  if (clientData === undefined || authenticatorData === undefined || signature === undefined)
    return undefined;
  // Older browsers send null when there is no user handle.
  const claimed = response['userHandle'] ?? undefined;
  const userHandle = bytesIn(claimed, userHandleBytes);
  if (claimed !== undefined && userHandle === undefined) return undefined;
  return { credentialId, clientData, authenticatorData, signature, userHandle };
}

/**
 * Returns whether the request came from our own page, not from a page that embeds ours in a frame. The library checks
 * this only when a passkey is used, and only when the browser names the embedding page.
 */
export function isFromOwnPage(clientData: string): boolean {
  const clientDataMembers = recordIn(utf8Of(clientData));
  return (
    clientDataMembers !== undefined &&
    (clientDataMembers['crossOrigin'] === undefined || clientDataMembers['crossOrigin'] === false) &&
    clientDataMembers['topOrigin'] === undefined
  );
}

function readCredential(
  text: string,
): { readonly credentialId: string; readonly members: Members; readonly response: Members } | undefined {
  if (text.length > responseBytesMax || Buffer.byteLength(text) > responseBytesMax) return undefined;
  const members = recordIn(text);
  if (members === undefined || members['type'] !== 'public-key') return undefined;
  const credentialId = bytesIn(members['id'], credentialIdBytes);
  const { response } = members;
  if (credentialId === undefined || members['rawId'] !== credentialId || !isRecord(response))
    return undefined;
  return { credentialId, members, response };
}

/**
 * Returns whether the browser reports that the passkey is not discoverable. A browser that does not report it is
 * trusted.
 */
function isNotDiscoverable(members: Members): boolean {
  const extensions = members['clientExtensionResults'];
  const properties = isRecord(extensions) ? extensions['credProps'] : undefined;
  return isRecord(properties) && properties['rk'] === false;
}

/** Returns the known transports only: the server sends the list to every browser that requests it. */
function transportsIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > transportsMax) return undefined;
  const known = value.filter((each: unknown) => typeof each === 'string' && transports.includes(each));
  return [...new Set<string>(known)];
}

/** Accepts canonical base64url only: no padding, no bits after the last byte, so that texts can be compared. */
function bytesIn(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64url');
  const isBounded = bytes.length >= min && bytes.length <= max;
  return isBounded && bytes.toString('base64url') === value ? value : undefined;
}

function utf8Of(base64url: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64url, 'base64url'));
  } catch {
    return undefined;
  }
}

function recordIn(text: string | undefined): Members | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
