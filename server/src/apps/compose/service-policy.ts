import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { textIn } from '../setting-files.ts';

/** Where a service of the bank is, and by what it knows us; files are named as in the settings. */
export interface ServiceAddress {
  readonly url: string;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly ca?: string | undefined;
  readonly networks?: readonly string[] | undefined;
}

const defaultPort = 443;

/** Returns what may be reached for a service: its host and port alone. Reads the files. */
export async function servicePolicy(
  { ca, certificate, key, networks, url }: ServiceAddress,
  limits: Pick<EgressPolicy, 'bodyMaxBytes' | 'timeoutMs'>,
): Promise<EgressPolicy> {
  const { hostname, port } = new URL(url);
  const [certificatePem, keyPem, caPem] = await Promise.all([certificate, key, ca].map(textOf));
  return omitUndefined({
    ...limits,
    hosts: [hostname],
    ports: [port === '' ? defaultPort : Number(port)],
    allowPrivateAddresses: networks,
    caPem,
    clientCertificate:
      certificatePem === undefined || keyPem === undefined
        ? undefined
        : { certificatePem, keyPem: new Secret(keyPem) },
  });
}

async function textOf(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : textIn(file);
}
