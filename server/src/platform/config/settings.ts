import type { Static } from 'typebox';
import { brokerUrls, databaseUrl, listenAddress, networks, tcpAddress, webUrl } from './address-settings.ts';
import { bankSystemSettings } from './bank-system-settings.ts';
import { cellSettings } from './cell-settings.ts';
import { delivery } from './delivery-setting.ts';
import { demoSettings } from './demo-settings.ts';
import { deviceSettings } from './device-settings.ts';
import { certificates, keyWrapping, masterKeys, privateKey } from './key-settings.ts';
import { loginProviders } from './login-provider-setting.ts';
import { notificationSettings } from './notification-settings.ts';
import { enumSetting, integer, type SettingType, text } from './setting-types.ts';
import { staffProviders } from './staff-provider-setting.ts';
import { tokenIssuers } from './token-issuer-setting.ts';
import { xs2aSettings } from './xs2a-settings.ts';

/** One setting for platform engineers. The default is text, parsed the same way as a configured one. */
export interface Setting {
  readonly name: `PORTICO_${string}`;
  readonly kind: SettingType;
  readonly presence: 'required' | 'optional' | { readonly default: string };
  readonly description: string;
}

/** All settings. Bank policy is not here: it is data, stored with its history. */
export const settings = {
  databaseUrl: {
    name: 'PORTICO_DATABASE_URL',
    kind: databaseUrl(),
    presence: 'required',
    description: 'Database for requests, with the role that row-level security binds.',
  },
  databaseWorkerUrl: {
    name: 'PORTICO_DATABASE_WORKER_URL',
    kind: databaseUrl(),
    presence: 'optional',
    description:
      'Database for relay, jobs and audit sealer, with their own role. Only `worker` and `migrate` need it.',
  },
  databaseOwnerUrl: {
    name: 'PORTICO_DATABASE_OWNER_URL',
    kind: databaseUrl(),
    presence: 'optional',
    description: 'Database with the role that owns the tables. Only `migrate` needs it.',
  },
  databasePoolSize: {
    name: 'PORTICO_DATABASE_POOL_SIZE',
    kind: integer({ min: 1, max: 200 }),
    presence: { default: '10' },
    description: 'Maximum number of database connections of one process and role.',
  },
  databaseChecksums: {
    name: 'PORTICO_DATABASE_CHECKSUMS',
    kind: enumSetting('required', 'optional'),
    presence: { default: 'required' },
    description: 'Whether the start refuses a database without data checksums.',
  },
  httpListen: {
    name: 'PORTICO_HTTP_LISTEN',
    kind: tcpAddress(),
    presence: { default: '127.0.0.1:8080' },
    description: 'Listener without TLS. Client certificates are never accepted here.',
  },
  httpServes: {
    name: 'PORTICO_HTTP_SERVES',
    kind: enumSetting('everything', 'probes'),
    presence: { default: 'everything' },
    description:
      'What the listener without TLS serves: everything (inside a mesh that encrypts), or probes only.',
  },
  workerListen: {
    name: 'PORTICO_WORKER_LISTEN',
    kind: tcpAddress(),
    presence: { default: '127.0.0.1:8081' },
    description: 'Listener of the worker, for probes and metrics.',
  },
  tlsListen: {
    name: 'PORTICO_TLS_LISTEN',
    kind: tcpAddress(),
    presence: 'optional',
    description: 'Listener with TLS that requests client certificates of third parties.',
  },
  tlsKey: {
    name: 'PORTICO_TLS_KEY',
    kind: privateKey('any'),
    presence: 'optional',
    description: 'Private key of the TLS listener.',
  },
  tlsCertificate: {
    name: 'PORTICO_TLS_CERTIFICATE',
    kind: certificates(),
    presence: 'optional',
    description: 'Certificate of the TLS listener, followed by its chain.',
  },
  tlsClientAuthorities: {
    name: 'PORTICO_TLS_CLIENT_AUTHORITIES',
    kind: certificates(),
    presence: 'optional',
    description: 'Authorities whose client certificates are accepted, by the TLS and the proxy listener.',
  },
  proxyListen: {
    name: 'PORTICO_PROXY_LISTEN',
    kind: listenAddress(),
    presence: 'optional',
    description: 'Listener that only the proxy can reach; its Client-Cert header (RFC 9440) is trusted.',
  },
  baseUrl: {
    name: 'PORTICO_BASE_URL',
    kind: webUrl(),
    presence: { default: 'http://localhost:8080' },
    description: 'Address callers use. Links are built from it, never from the Host header.',
  },
  ...cellSettings,
  ...demoSettings,
  ...xs2aSettings,
  natsServers: {
    name: 'PORTICO_NATS_SERVERS',
    kind: brokerUrls(),
    presence: { default: '' },
    description: 'NATS servers for the fan-out of events. None: fan-out is off.',
  },
  natsStream: {
    name: 'PORTICO_NATS_STREAM',
    kind: text(/^[A-Za-z0-9_-]{1,64}$/, 'a stream name of 1 to 64 letters, digits, _ or -'),
    presence: { default: 'PORTICO_EVENTS' },
    description: 'JetStream stream that carries the events.',
  },
  natsSubjectPrefix: {
    name: 'PORTICO_NATS_SUBJECT_PREFIX',
    kind: text(
      /^[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){0,4}$/,
      '1 to 5 names of letters, digits, _ or -, separated by dots',
    ),
    presence: { default: 'portico.events' },
    description:
      'Start of the subject of every event. Installations that share a NATS server need different streams and prefixes.',
  },
  natsReplicas: {
    name: 'PORTICO_NATS_REPLICAS',
    kind: enumSetting('auto', '1', '3', '5'),
    presence: { default: 'auto' },
    description: 'Replicas of the stream. auto: as many as the cluster supports, up to three.',
  },
  tokenIssuers: {
    name: 'PORTICO_TOKEN_ISSUERS',
    kind: tokenIssuers(),
    presence: { default: '[]' },
    description:
      'Issuers whose tokens are accepted: where their keys are, and which banks and callers each may name.',
  },
  staffProviders: {
    name: 'PORTICO_STAFF_PROVIDERS',
    kind: staffProviders(),
    presence: { default: '[]' },
    description: 'OpenID providers through which the staff of each bank sign in, at most one for a bank.',
  },
  loginProviders: {
    name: 'PORTICO_LOGIN_PROVIDERS',
    kind: loginProviders(),
    presence: { default: '[]' },
    description:
      'OpenID providers whose logins the customers of each bank may link, by the name that callers use.',
  },
  operationsNetworks: {
    name: 'PORTICO_OPERATIONS_NETWORKS',
    kind: networks(),
    presence: { default: '127.0.0.0/8,::1/128' },
    description: 'Networks that may read health and metrics.',
  },
  responseGuard: {
    name: 'PORTICO_RESPONSE_GUARD',
    kind: enumSetting('refuse', 'strip'),
    presence: { default: 'strip' },
    description:
      'What happens to a response its contract does not declare. refuse: 500, for tests and development; strip: undeclared parts are removed and counted.',
  },
  logLevel: {
    name: 'PORTICO_LOG_LEVEL',
    kind: enumSetting('fatal', 'error', 'warn', 'info', 'debug'),
    presence: { default: 'info' },
    description: 'Lowest level that is logged.',
  },
  traceExporterUrl: {
    name: 'PORTICO_TRACE_EXPORTER_URL',
    kind: webUrl(),
    presence: 'optional',
    description:
      'OTLP/HTTP address for traces, such as http://collector:4318/v1/traces. Not set: no tracing.',
  },
  drainSeconds: {
    name: 'PORTICO_DRAIN_SECONDS',
    kind: integer({ min: 0, max: 300 }),
    presence: { default: '10' },
    description: 'Maximum wait for running requests and jobs when stopping.',
  },
  inFlightMax: {
    name: 'PORTICO_IN_FLIGHT_MAX',
    kind: integer({ min: 1, max: 10_000 }),
    presence: { default: '256' },
    description: 'Maximum number of concurrent requests; more are rejected with 503.',
  },
  queueTimeMaxMs: {
    name: 'PORTICO_QUEUE_TIME_MAX_MS',
    kind: integer({ min: 1, max: 60_000 }),
    presence: { default: '200' },
    description: 'Maximum wait of a request before it is processed; then it is rejected with 503.',
  },
  openRequestsPerNetworkMax: {
    name: 'PORTICO_OPEN_REQUESTS_PER_NETWORK_MAX',
    kind: integer({ min: 1, max: 100_000 }),
    presence: { default: '256' },
    description:
      'Maximum number of open requests of one IPv4 address or IPv6 /64 network; more are rejected with 503. Raise it where a load balancer that is not on the proxy listener hides the addresses of clients.',
  },
  connectionsPerNetworkMax: {
    name: 'PORTICO_CONNECTIONS_PER_NETWORK_MAX',
    kind: integer({ min: 1, max: 100_000 }),
    presence: { default: '1024' },
    description:
      'Maximum number of open connections of one IPv4 address or IPv6 /64 network; more are closed. Not for the proxy listener and PORTICO_OPERATIONS_NETWORKS.',
  },
  oauthServer: {
    name: 'PORTICO_OAUTH_SERVER',
    kind: enumSetting('on', 'off'),
    presence: { default: 'on' },
    description:
      'Whether this installation issues tokens itself. off: only those of PORTICO_TOKEN_ISSUERS are accepted.',
  },
  masterKeys: {
    name: 'PORTICO_MASTER_KEYS',
    kind: masterKeys(),
    presence: 'optional',
    description:
      'Keys that wrap the keys of the banks in the database, the newest first; older ones only unwrap. The api does not start without one. Generate one: openssl rand -base64 32.',
  },
  keyWrapping: {
    name: 'PORTICO_KEY_WRAPPING',
    kind: keyWrapping(),
    presence: 'optional',
    description:
      'Driver that wraps the keys of the banks and of seeds under keys that never leave their device, such as an HSM: absolute path of its module, and its options. Without one they are wrapped under the master keys.',
  },
  delivery: {
    name: 'PORTICO_DELIVERY',
    kind: delivery(),
    presence: { default: '{}' },
    description:
      'How messages to customers are sent: mail server, SMS gateway, push services, letters; and which applications deliver which media. Messages of a medium without delivery wait.',
  },
  ...bankSystemSettings,
  ...notificationSettings,
  ...deviceSettings,
  branding: {
    name: 'PORTICO_BRANDING',
    kind: text(/^\/\S+$/, 'an absolute path'),
    presence: 'optional',
    description:
      'Folder with the branding of the customers’ pages: `<bank>.json`, or `default.json` for all others. Without one all banks use the built-in branding.',
  },
  contentStore: {
    name: 'PORTICO_CONTENT_STORE',
    kind: webUrl(),
    presence: 'optional',
    description:
      'Base address of the files of each bank, under the id of the bank. Pictures of users and attachments by link are loaded only from there; links of documents begin with it.',
  },
  erasureLedger: {
    name: 'PORTICO_ERASURE_LEDGER',
    kind: text(/^\/\S+$/, 'an absolute path'),
    presence: 'optional',
    description:
      'File outside the database and its backups that lists what must stay ended after a restore: erased parties, suspended and closed users, replaced passwords, removed passkeys, revoked members of staff. No party is erased without it; `restored apply` applies it.',
  },
  auditHeads: {
    name: 'PORTICO_AUDIT_HEADS',
    kind: text(/^\/\S+$/, 'an absolute path'),
    presence: 'optional',
    description:
      'Folder outside the database and its backups in which the sealer stores the head of each audit chain. It refuses to seal a chain that is older than its stored head.',
  },
  auditKey: {
    name: 'PORTICO_AUDIT_KEY',
    kind: privateKey('ed25519'),
    presence: 'optional',
    description: 'Key that signs the seals of the audit trail. The sealer does not start without it.',
  },
  workerConcurrency: {
    name: 'PORTICO_WORKER_CONCURRENCY',
    kind: integer({ min: 1, max: 100 }),
    presence: { default: '10' },
    description: 'Jobs run at the same time by one worker.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof settings;

/** The name of a setting in code; the environment's is in the table. */
export type SettingKey = keyof Settings;

type ValueOf<Of extends Setting> =
  | Static<Of['kind']['schema']>
  | (Of['presence'] extends 'optional' ? undefined : never);

/** The value of every setting, each with the type of its setting type. */
export type SettingValues = { readonly [Key in SettingKey]: ValueOf<Settings[Key]> };

/** All settings as rows, in the order of the table. */
export function settingRows(): readonly (Setting & { readonly key: string })[] {
  return Object.entries(settings).map(([key, setting]) => ({ key, ...setting }));
}
