/**
 * What browsers send is hostile: bounded before it is parsed, then read member by member. Of what is not named here
 * nothing goes further; browsers add members as they please.
 */

/** Bytes of a whole response. With attestation `none` an honest one has two thousand. */
const responseBytesMax = 16 * 1024;
/** WebAuthn Level 3, 4: a credential id has at least 16 and at most 1023 bytes. */
const credentialIdBytes = { min: 16, max: 1023 };
/** WebAuthn Level 3, 5.4.3: at most 64 bytes. */
const userHandleBytes = { min: 1, max: 64 };
const anyBytes = { min: 1, max: responseBytesMax };
const transportsMax = 16;
const transports: readonly unknown[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** What a browser says of a passkey that was made; texts are canonical base64url. */
export interface CreationResponse {
  readonly credentialId: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

/** What a browser says of a passkey that was used; texts are canonical base64url. */
export interface UseResponse {
  readonly credentialId: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the answer of `navigator.credentials.create`; undefined for nonsense. */
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

/** Reads the answer of `navigator.credentials.get`; undefined for nonsense. */
export function readUse(text: string): UseResponse | undefined {
  const credential = readCredential(text);
  if (credential === undefined) return undefined;
  const { credentialId, response } = credential;
  const clientData = bytesIn(response['clientDataJSON'], anyBytes);
  const authenticatorData = bytesIn(response['authenticatorData'], anyBytes);
  const signature = bytesIn(response['signature'], anyBytes);
  if (clientData === undefined || authenticatorData === undefined || signature === undefined)
    return undefined;
  // Older browsers write null where there is none.
  const claimed = response['userHandle'] ?? undefined;
  const userHandle = bytesIn(claimed, userHandleBytes);
  if (claimed !== undefined && userHandle === undefined) return undefined;
  return { credentialId, clientData, authenticatorData, signature, userHandle };
}

/**
 * Whether the browser says that our own page asked, not one that had us in a frame. The library looks at this only when
 * a passkey is used, and only when the browser names the page around.
 */
export function isFromOwnPage(clientData: string): boolean {
  const said = recordIn(utf8Of(clientData));
  return (
    said !== undefined &&
    (said['crossOrigin'] === undefined || said['crossOrigin'] === false) &&
    said['topOrigin'] === undefined
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

/** A browser that cannot say whether the device will find the passkey by itself is believed; one that says no is too. */
function isNotDiscoverable(members: Members): boolean {
  const extensions = members['clientExtensionResults'];
  const properties = isRecord(extensions) ? extensions['credProps'] : undefined;
  return isRecord(properties) && properties['rk'] === false;
}

/** Only what we know: it is given back to every browser that asks. */
function transportsIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > transportsMax) return undefined;
  const known = value.filter((each: unknown) => typeof each === 'string' && transports.includes(each));
  return [...new Set<string>(known)];
}

/** Only the one right spelling: no padding, no bits beyond the last byte, so that a text is as good as its bytes. */
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
