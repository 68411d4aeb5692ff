import { readFile } from 'node:fs/promises';

/** A certificate with its private key, both PEM. */
export interface Credential {
  readonly cert: string;
  readonly key: string;
}

export interface Settings {
  readonly bankUrl: string;
  readonly bankAuthority: string;
  readonly qwac: Credential;
  readonly qseal: Credential;
  readonly product: string;
  readonly creditorIban: string;
  /** Holder of that account, as the bank verifies it. */
  readonly creditorName: string;
  readonly debtorIban: string | undefined;
  readonly port: number;
  readonly url: string;
}

/** Settings of the example; printed if one is missing. */
export const usage = `The example third party reads its settings from the environment. Certificates and keys are names of PEM files.
  EXAMPLE_TPP_BANK_URL           where the bank serves third parties, such as https://localhost:8443
  EXAMPLE_TPP_BANK_AUTHORITY     authority of the bank's server certificate
  EXAMPLE_TPP_QWAC, _QWAC_KEY    certificate for connections
  EXAMPLE_TPP_QSEAL, _QSEAL_KEY  certificate for signatures
  EXAMPLE_TPP_PRODUCT            default sepa-credit-transfers
  EXAMPLE_TPP_CREDITOR_IBAN      account of the shop; default: that of busy-cafe, a persona of the demo bank
  EXAMPLE_TPP_CREDITOR_NAME      holder of that account; default: that of busy-cafe
  EXAMPLE_TPP_DEBTOR_IBAN        account that pays; default: the customer chooses it at the bank
  EXAMPLE_TPP_PORT               at 127.0.0.1, default 8700
  EXAMPLE_TPP_URL                address of the shop in browsers, such as that of a proxy with TLS; default http://localhost:PORT`;

/** Reads the settings. Throws with the name of the one that is missing. */
export async function readSettings(env: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const optional = (name: string): string | undefined => env[`EXAMPLE_TPP_${name}`] || undefined;
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new Error(`EXAMPLE_TPP_${name} is not set`);
    return value;
  };
  const pem = (name: string): Promise<string> => readFile(required(name), 'utf8');
  const credential = async (name: string): Promise<Credential> => ({
    cert: await pem(name),
    key: await pem(`${name}_KEY`),
  });
  const port = Number(optional('PORT') ?? '8700');
  return {
    bankUrl: required('BANK_URL'),
    bankAuthority: await pem('BANK_AUTHORITY'),
    qwac: await credential('QWAC'),
    qseal: await credential('QSEAL'),
    product: optional('PRODUCT') ?? 'sepa-credit-transfers',
    creditorIban: optional('CREDITOR_IBAN') ?? 'DE76900900010000002001',
    creditorName: optional('CREDITOR_NAME') ?? 'Selma Aydin',
    debtorIban: optional('DEBTOR_IBAN'),
    port,
    url: optional('URL') ?? `http://localhost:${port}`,
  };
}
