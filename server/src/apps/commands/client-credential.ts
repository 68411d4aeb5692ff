import assert from 'node:assert/strict';
import {
  type AuthenticationDraft,
  type Client,
  type ClientDraft,
  oauthProblems,
} from '#capabilities/oauth/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { text } from '../program/option.ts';
import { makeKeyFile, type NewKeyFile, readKeySetFile } from './client-key-file.ts';

/** Source of a client's credential; exactly one is required. */
interface CredentialSource {
  readonly from: (typeof sources)[number];
  readonly value: string;
}

/** Credentials in files. */
export const fileOptions = {
  jwks: text('FILE', 'file with the public keys of the client'),
  'generate-key': text('FILE', 'new file for a generated private key; its public key is registered'),
};

/** Credentials by name. */
export const valueOptions = {
  'jwks-url': text('URL', 'address of the public keys of the client'),
  'tls-subject-dn': text('DN', 'subject of the certificate of the client'),
  'tls-san-dns': text('NAME', 'host name in the certificate of the client'),
};

/** The values of the options above; each command has some of them. */
export type CredentialOptions = {
  readonly [Name in keyof typeof fileOptions | keyof typeof valueOptions]?: string | undefined;
};

const sources = ['jwks', 'generate-key', 'jwks-url', 'tls-subject-dn', 'tls-san-dns'] as const;

/** Returns the credential that the options name; their rule requires exactly one. */
export function credentialIn(options: CredentialOptions): CredentialSource {
  const [found] = sources.flatMap((from) => {
    const value = options[from];
    return value === undefined ? [] : [{ from, value }];
  });
  assert(found !== undefined, 'the rule of the command requires a credential');
  return found;
}

/** Tokens of a client that authenticates with a certificate are bound to it. */
export function bindingFor({ from }: CredentialSource): ClientDraft['binding'] {
  return from.startsWith('tls-') ? 'certificate' : 'proof';
}

/** Returns the key set of a credential that a rotation may use. */
export function keySetIn(authentication: AuthenticationDraft): unknown {
  return authentication.method === 'private_key_jwt' && authentication.keys.by === 'value'
    ? authentication.keys.keySet
    : undefined;
}

/** Uses a client's credential. Removes a generated key file if the operation refuses the client. */
export async function withCredential(
  credential: CredentialSource,
  use: (authentication: AuthenticationDraft) => Promise<Client>,
): Promise<Client> {
  if (credential.from !== 'generate-key') return use(await authenticationFrom(credential));
  const made = await makeKeyFile(credential.value);
  try {
    return await use({ method: 'private_key_jwt', keys: { by: 'value', keySet: made.keySet } });
    // Only after a refusal: if the outcome is unknown, the key may be registered.
  } catch (error) {
    await removeWhenRefused(made, error);
    throw error;
  }
}

async function removeWhenRefused(made: NewKeyFile, error: unknown): Promise<void> {
  if (error instanceof Problem && Object.hasOwn(oauthProblems, error.literal)) await made.remove();
}

async function authenticationFrom({ from, value }: CredentialSource): Promise<AuthenticationDraft> {
  switch (from) {
    case 'jwks-url':
      return { method: 'private_key_jwt', keys: { by: 'url', url: value } };
    case 'tls-subject-dn':
      return { method: 'tls_client_auth', subject: { kind: 'dn', value } };
    case 'tls-san-dns':
      return { method: 'tls_client_auth', subject: { kind: 'san-dns', value } };
    case 'jwks':
    case 'generate-key':
      return { method: 'private_key_jwt', keys: { by: 'value', keySet: await readKeySetFile(value) } };
  }
}
