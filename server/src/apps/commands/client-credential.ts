import { type AuthenticationDraft, type Client, oauthProblems } from '#capabilities/oauth/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { makeKeyFile, type NewKeyFile, readKeySetFile } from './client-key-file.ts';
import type { CredentialSource } from './client-options.ts';

/** Uses a client's credential. Removes a generated key file if the operation refuses the client. */
export async function withCredential(
  credential: CredentialSource,
  use: (authentication: AuthenticationDraft) => Promise<Client>,
): Promise<Client> {
  if (credential.from !== 'generate-key') return use(await authenticationFrom(credential));
  const made = await makeKeyFile(credential.file);
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

async function authenticationFrom(
  credential: Exclude<CredentialSource, { from: 'generate-key' }>,
): Promise<AuthenticationDraft> {
  switch (credential.from) {
    case 'jwks-url':
      return { method: 'private_key_jwt', keys: { by: 'url', url: credential.value } };
    case 'tls-subject-dn':
      return { method: 'tls_client_auth', subject: { kind: 'dn', value: credential.value } };
    case 'tls-san-dns':
      return { method: 'tls_client_auth', subject: { kind: 'san-dns', value: credential.value } };
    case 'jwks':
      return {
        method: 'private_key_jwt',
        keys: { by: 'value', keySet: await readKeySetFile(credential.file) },
      };
  }
}
