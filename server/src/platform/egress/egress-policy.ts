import { isIP } from 'node:net';
import type { Secret } from '#platform/kernel/secret.ts';
import { createAddressRule } from './address-ranges.ts';
import { EgressRefused } from './egress-refused.ts';

/** What one purpose may reach, and how. Everything not listed here is refused. */
export type EgressPolicy = Readonly<{
  /** Exact host names in URL form (lower case, IPv6 in brackets), or `'*'` for any public host. */
  hosts: readonly string[];
  /** Networks in CIDR notation that may be reached although they are not public. */
  allowPrivateAddresses?: readonly string[];
  allowHttp?: boolean;
  ports?: readonly number[];
  /** Whether connections without HTTP may be opened, to which no limit for bodies or headers applies. */
  sockets?: boolean;
  /** Deadline for the whole exchange: name resolution, connection, TLS, response. */
  timeoutMs?: number;
  /** Limit for the body in either direction. */
  bodyMaxBytes?: number;
  /** Whether `authorization` headers of the caller are sent. */
  credentials?: boolean;
  /** Trusted in addition to the public roots. */
  caPem?: string;
  /** Presented to remote servers that request a certificate. */
  clientCertificate?: ClientCertificate;
}>;

/** The certificate by which remote servers recognize this client, with the chain below its root if there is one. */
export type ClientCertificate = Readonly<{ certificatePem: string; keyPem: Secret<string> }>;

/** A policy with its defaults filled in, checked at start. */
export type CheckedPolicy = Readonly<{
  purpose: string;
  mayReachHost: (host: string) => boolean;
  mayReachAddress: (address: string) => boolean;
  schemes: ReadonlySet<string>;
  ports: ReadonlySet<number>;
  sockets: boolean;
  timeoutMs: number;
  bodyMaxBytes: number;
  credentials: boolean;
}>;

/** The parsed target of a request. `host` is a name or a literal address without brackets. */
export type EgressTarget = Readonly<{
  origin: string;
  isTls: boolean;
  host: string;
  isLiteral: boolean;
  port: number;
  path: string;
}>;

const timeoutDefaultMs = 3_000;
const timeoutMaxMs = 30_000;
const bodyDefaultMaxBytes = 1_048_576;
const bodyLimitMaxBytes = 16_777_216;
const portMax = 65_535;
const urlMaxLength = 8_192;
const httpsPort = 443;
const httpPort = 80;

/** Fills in the defaults; throws on an inconsistent policy, so that the process does not start. */
export function checkPolicy(purpose: string, policy: EgressPolicy): CheckedPolicy {
  for (const host of policy.hosts) assertHost(purpose, host);
  const ports = policy.ports ?? [httpsPort];
  for (const port of ports) assertWithin(`${purpose}: port`, port, portMax);
  const timeoutMs = policy.timeoutMs ?? timeoutDefaultMs;
  assertWithin(`${purpose}: timeoutMs`, timeoutMs, timeoutMaxMs);
  const bodyMaxBytes = policy.bodyMaxBytes ?? bodyDefaultMaxBytes;
  assertWithin(`${purpose}: bodyMaxBytes`, bodyMaxBytes, bodyLimitMaxBytes);
  const hosts = new Set(policy.hosts);
  return {
    purpose,
    mayReachHost: (host) => hosts.has('*') || hosts.has(host),
    mayReachAddress: createAddressRule(policy.allowPrivateAddresses ?? []),
    schemes: new Set(policy.allowHttp === true ? ['https:', 'http:'] : ['https:']),
    ports: new Set(ports),
    sockets: policy.sockets === true,
    timeoutMs,
    bodyMaxBytes,
    credentials: policy.credentials === true,
  };
}

/**
 * Parses a URL and refuses a target the policy does not allow. The URL parser has already normalized every spelling of
 * an IPv4 address (decimal, octal, hex, short, full-width).
 */
export function checkTarget(policy: CheckedPolicy, text: string): EgressTarget {
  const { purpose } = policy;
  const url = text.length <= urlMaxLength ? URL.parse(text) : null;
  if (url === null) throw new EgressRefused('url', { purpose });
  if (!policy.schemes.has(url.protocol)) throw new EgressRefused('scheme', { purpose });
  const context = { purpose, target: url.origin };
  if (url.username !== '' || url.password !== '') throw new EgressRefused('userinfo', context);
  if (!policy.mayReachHost(url.hostname)) throw new EgressRefused('host', context);
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? httpsPort : httpPort) : Number(url.port);
  if (!policy.ports.has(port)) throw new EgressRefused('port', context);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    origin: url.origin,
    isTls,
    host,
    isLiteral: isIP(host) !== 0,
    port,
    path: `${url.pathname}${url.search}`,
  };
}

/** Host and port of a connection without HTTP. */
export type SocketTarget = Readonly<{ host: string; port: number; tls: 'none' | 'implicit' }>;

/** Refuses a target the policy does not allow. The host must be in URL form. */
export function checkSocketTarget(policy: CheckedPolicy, { host, port, tls }: SocketTarget): EgressTarget {
  const { purpose } = policy;
  if (!policy.sockets) throw new EgressRefused('scheme', { purpose });
  const url = host.length <= urlMaxLength ? URL.parse(`https://${host}/`) : null;
  if (url?.hostname !== host) throw new EgressRefused('url', { purpose });
  const origin = `${tls === 'implicit' ? 'tls' : 'tcp'}://${host}:${port}`;
  const context = { purpose, target: origin };
  if (!policy.mayReachHost(host)) throw new EgressRefused('host', context);
  if (!policy.ports.has(port)) throw new EgressRefused('port', context);
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return { origin, isTls: tls === 'implicit', host: bare, isLiteral: isIP(bare) !== 0, port, path: '' };
}

function assertHost(purpose: string, host: string): void {
  if (host === '*' || URL.parse(`https://${host}/`)?.hostname === host) return;
  throw new Error(`egress policy ${purpose}: not a host name in URL form: ${host}`);
}

function assertWithin(setting: string, value: number, max: number): void {
  if (Number.isInteger(value) && value > 0 && value <= max) return;
  throw new Error(`egress policy ${setting} must be a whole number from 1 to ${max}: ${value}`);
}
