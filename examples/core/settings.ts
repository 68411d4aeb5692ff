import { readFile } from 'node:fs/promises';
import { isUuid } from '../../server/src/platform/kernel/ids.ts';

export interface Settings {
  readonly databaseUrl: string;
  readonly bankId: string;
  readonly host: string;
  readonly port: number;
  readonly zone: string;
  /** Of this server. */
  readonly certificatePem: string;
  readonly keyPem: string;
  /** Only clients with a certificate of this authority are served. */
  readonly clientAuthorityPem: string;
  /** Gets two accounts with money at the first start. */
  readonly sampleCustomer: string | undefined;
}

/** Settings of `npm run example-core`; printed if one is missing. */
export const usage = `The example core reads its settings from the environment:
  EXAMPLE_CORE_DATABASE_URL      a database with the tables of Portico, as role portico_app
  EXAMPLE_CORE_BANK              id of the bank (a UUID)
  EXAMPLE_CORE_CERTIFICATE       file: certificate of this server, PEM
  EXAMPLE_CORE_KEY               file: its private key, PEM
  EXAMPLE_CORE_CLIENT_AUTHORITY  file: the authority of client certificates, PEM
  EXAMPLE_CORE_HOST              default 127.0.0.1
  EXAMPLE_CORE_PORT              default 8600; 0: any free port
  EXAMPLE_CORE_ZONE              time zone of the bank, default Europe/Berlin
  EXAMPLE_CORE_SAMPLE_CUSTOMER   a customer number that gets two accounts at the first start`;

/** Reads the settings. Throws with the name of the one that is missing or wrong. */
export async function readSettings(env: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const text = (name: string): string => {
    const value = env[`EXAMPLE_CORE_${name}`];
    if (value === undefined || value === '') throw new Error(`EXAMPLE_CORE_${name} is not set`);
    return value;
  };
  const file = async (name: string): Promise<string> => readFile(text(name), 'utf8');
  const bankId = text('BANK');
  if (!isUuid(bankId)) throw new Error('EXAMPLE_CORE_BANK is not a UUID');
  const port = Number(env['EXAMPLE_CORE_PORT'] ?? '8600');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('EXAMPLE_CORE_PORT is not a port');
  return {
    databaseUrl: text('DATABASE_URL'),
    bankId,
    host: env['EXAMPLE_CORE_HOST'] ?? '127.0.0.1',
    port,
    zone: env['EXAMPLE_CORE_ZONE'] ?? 'Europe/Berlin',
    certificatePem: await file('CERTIFICATE'),
    keyPem: await file('KEY'),
    clientAuthorityPem: await file('CLIENT_AUTHORITY'),
    sampleCustomer: env['EXAMPLE_CORE_SAMPLE_CUSTOMER'],
  };
}
