import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerPhoneClients } from '../../bench/harness/phone-clients.ts';
import { newJwk } from '../../examples/phone/keys.ts';
import { devFolder } from '../dev/clone.ts';
import type { Settings } from '../dev/prepare-clone.ts';
import { keyOf, pkiFiles } from './demo-pki.ts';
import { startExample } from './start-example.ts';

/** Beside the keys of the clone: `--reset` deletes it with the database that knows the phone. */
const folder = join(devFolder, 'phone');
const clientsFile = join(folder, 'clients.json');
const vapidFile = join(folder, 'vapid.jwk');

/** The phone has its key in software. A bank with customers never accepts such keys. */
export const phoneSettings: Settings = {
  PORTICO_DEVICE_ATTESTATION: JSON.stringify({ software: true }),
};

/** Adds push messages to the setting `PORTICO_DELIVERY`; the push service is the phone itself. */
export async function withPush(delivery: string, port: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(vapidFile, JSON.stringify(newJwk()), { mode: 0o600 });
  const push = {
    key: `file:${vapidFile}`,
    subject: 'mailto:post@bank-01.example',
    hosts: ['localhost'],
    ports: [port],
    networks: ['127.0.0.0/8', '::1/128'],
    ca: `file:${pkiFiles.authority}`,
  };
  return JSON.stringify({ ...JSON.parse(delivery), push });
}

interface PhonePlace {
  readonly port: number;
  readonly pushPort: number;
  readonly bank: string;
}

/** Starts the example phone in a process of its own. It remembers its pairing from the last start. */
export async function startPhone(
  { bank, port, pushPort }: PhonePlace,
  { PORTICO_BASE_URL: bankUrl = '', PORTICO_DATABASE_URL: databaseUrl = '' }: Settings,
): Promise<ChildProcess> {
  return startExample('examples/phone/example-phone.ts', {
    ...(await phoneClients(databaseUrl, bank)),
    EXAMPLE_PHONE_BANK_URL: bankUrl,
    EXAMPLE_PHONE_BANK: bank,
    EXAMPLE_PHONE_STATE: join(folder, 'state.json'),
    EXAMPLE_PHONE_NAME: 'Demo phone',
    EXAMPLE_PHONE_PORT: String(port),
    EXAMPLE_PHONE_PUSH_PORT: String(pushPort),
    EXAMPLE_PHONE_PUSH_CERTIFICATE: pkiFiles.bank,
    EXAMPLE_PHONE_PUSH_KEY: keyOf(pkiFiles.bank),
  });
}

/** Registers the clients of the phone at the first start. */
async function phoneClients(databaseUrl: string, bankId: string): Promise<Settings> {
  const stored = await readFile(clientsFile, 'utf8').catch(() => undefined);
  if (stored !== undefined) {
    const known: Settings = JSON.parse(stored);
    return known;
  }
  const registered = await registerPhoneClients(folder, { databaseUrl, bankId });
  await writeFile(clientsFile, JSON.stringify(registered), { mode: 0o600 });
  return registered;
}
