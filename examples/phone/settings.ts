import { readFile } from 'node:fs/promises';
import { type Jwk, readKey, type SigningKey } from './keys.ts';

/** An OAuth client that is registered at the bank. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly key: SigningKey;
}

/** Certificate and private key of the push receiver, both PEM. */
export interface PushSettings {
  readonly port: number;
  readonly cert: string;
  readonly key: string;
}

export interface Settings {
  readonly bankUrl: string;
  readonly bankId: string;
  /** Host and port to connect to, where the name in `bankUrl` leads elsewhere. */
  readonly bankAddress: string | undefined;
  readonly bankAuthority: string | undefined;
  readonly app: RegisteredClient;
  readonly backEnd: RegisteredClient;
  /** The address that the app claims: the operating system of a phone opens the app there, and no browser. */
  readonly redirectUri: string;
  readonly stateFile: string;
  readonly name: string;
  readonly port: number;
  readonly push: PushSettings | undefined;
}

/** Settings of the example; printed if one is missing. */
export const usage = `The example phone reads its settings from the environment. Keys are names of JWK files.
  EXAMPLE_PHONE_BANK_URL           where the bank serves its customers, such as http://localhost:8080
  EXAMPLE_PHONE_BANK               default 01
  EXAMPLE_PHONE_BANK_ADDRESS       host and port to connect to, where the name of the bank leads elsewhere
  EXAMPLE_PHONE_BANK_AUTHORITY     PEM file of the authority of the bank's certificate; default: those that Node knows
  EXAMPLE_PHONE_CLIENT_ID, _KEY    OAuth client of the app, kind customer-app
  EXAMPLE_PHONE_REDIRECT_URI       address that the app claims, as it is registered
  EXAMPLE_PHONE_BACK_END_ID, _KEY  OAuth client of the back end of the app, kind application
  EXAMPLE_PHONE_STATE              file with the key of the device, its tokens and its seeds
  EXAMPLE_PHONE_NAME               name of the device; default Example phone
  EXAMPLE_PHONE_PORT               at 127.0.0.1, default 8800
  EXAMPLE_PHONE_PUSH_PORT          port for push messages; default: none are received
  EXAMPLE_PHONE_PUSH_CERTIFICATE, _PUSH_KEY  PEM files of the push receiver, for the name localhost`;

/** Reads the settings. Throws with the name of the one that is missing. */
export async function readSettings(env: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const optional = (name: string): string | undefined => env[`EXAMPLE_PHONE_${name}`] || undefined;
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new Error(`EXAMPLE_PHONE_${name} is not set`);
    return value;
  };
  const client = async (name: string): Promise<RegisteredClient> => {
    const jwk: Jwk = JSON.parse(await readFile(required(`${name}_KEY`), 'utf8'));
    return { clientId: required(`${name}_ID`), key: readKey(jwk) };
  };
  const authority = optional('BANK_AUTHORITY');
  const pushPort = optional('PUSH_PORT');
  return {
    bankUrl: required('BANK_URL'),
    bankId: optional('BANK') ?? '01',
    bankAddress: optional('BANK_ADDRESS'),
    bankAuthority: authority && (await readFile(authority, 'utf8')),
    app: await client('CLIENT'),
    backEnd: await client('BACK_END'),
    redirectUri: required('REDIRECT_URI'),
    stateFile: required('STATE'),
    name: optional('NAME') ?? 'Example phone',
    port: Number(optional('PORT') ?? '8800'),
    push: pushPort === undefined ? undefined : await pushSettings(Number(pushPort), required),
  };
}

async function pushSettings(port: number, required: (name: string) => string): Promise<PushSettings> {
  const [cert, key] = await Promise.all([
    readFile(required('PUSH_CERTIFICATE'), 'utf8'),
    readFile(required('PUSH_KEY'), 'utf8'),
  ]);
  return { port, cert, key };
}
