import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newJwk, readKey } from '../../examples/phone/keys.ts';
import { newClientId, type Registration, registerHarnessClient } from './oauth-client.ts';

type Settings = Readonly<Record<string, string>>;

/** An address that the app claims. No browser loads it: the example phone takes what is sent there. */
const redirectUri = 'https://app.bank01.example/signed-in';

/**
 * Registers the two clients of an example phone, the app and its back end, and writes their keys to a folder. Returns the
 * settings of the phone that name them.
 */
export async function registerPhoneClients(
  folder: string,
  bank: Pick<Registration, 'bankId' | 'databaseUrl'>,
): Promise<Settings> {
  const app = await register(join(folder, 'phone-app.jwk'), {
    ...bank,
    kind: 'customer-app',
    name: 'Your bank',
    scopes: ['openid', 'offline_access', 'device', 'fraud.report'],
    redirectUris: [redirectUri],
  });
  const backEnd = await register(join(folder, 'phone-back-end.jwk'), {
    ...bank,
    kind: 'application',
    name: 'Back end of the app',
    scopes: ['authorization.oath'],
  });
  return {
    EXAMPLE_PHONE_CLIENT_ID: app.clientId,
    EXAMPLE_PHONE_CLIENT_KEY: app.keyFile,
    EXAMPLE_PHONE_BACK_END_ID: backEnd.clientId,
    EXAMPLE_PHONE_BACK_END_KEY: backEnd.keyFile,
    EXAMPLE_PHONE_REDIRECT_URI: redirectUri,
  };
}

async function register(
  keyFile: string,
  registration: Registration,
): Promise<{ readonly clientId: string; readonly keyFile: string }> {
  const clientId = newClientId();
  const jwk = newJwk();
  const { keyId: kid, publicJwk } = readKey(jwk);
  await writeFile(keyFile, JSON.stringify({ ...jwk, kid }), { mode: 0o600 });
  const keys = [{ ...publicJwk, kid, alg: 'ES256', use: 'sig' }];
  await registerHarnessClient({ clientId, assertionKeys: { keys } }, registration);
  return { clientId, keyFile };
}
