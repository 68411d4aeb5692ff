import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInstance, type Instance } from '../../bench/harness/instance.ts';
import { freePort, isReady, startProgram, until } from '../../bench/harness/processes.ts';
import { listenerSettings } from '../../bench/harness/third-party-api.ts';
import { newJwk } from '../../examples/phone/keys.ts';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { type ExternalStubs, startExternalStubs } from './external-stubs.ts';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

export const bank = '01';
const outputMax = 1_000;
/** Timeout for a slow start on a busy machine; a process that exits is noticed immediately. */
const startMaxMs = 600_000;
const loopback = ['127.0.0.0/8', '::1/128'];
const tlsHost = 'localhost';

/** The product as in production: an api and a worker behind a reverse proxy, with a mail server and an SMS gateway. */
export interface Product extends AsyncDisposable {
  readonly instance: Instance;
  readonly stubs: ExternalStubs;
  readonly proxy: ReverseProxy;
  /** Port of the api for requests behind a proxy, of browsers and third parties. */
  readonly proxyPort: number;
  /** Where third parties reach the api with a certificate of their own, and the authority of its certificate. */
  readonly thirdPartyUrl: string;
  readonly authorityPem: string;
  /** Where devices receive push messages: a port of this machine, and the files of a certificate for its name. */
  readonly push: PushPlace;
  /** Calls an interface of the api directly, without the proxy. */
  call(path: string, init: RequestInit): Promise<Response>;
  /** Runs a command of the product. Throws with its output when it fails. */
  command(...args: readonly string[]): Promise<void>;
}

export interface PushPlace {
  readonly port: number;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** What a run changes. */
export interface ProductOptions {
  /** Another program than the product's own api. */
  readonly api?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Returns settings that need the address of the product. */
  readonly envAt?: (bankUrl: string) => Promise<Readonly<Record<string, string>>>;
  /** Further authorities of client certificates, as PEM. */
  readonly authoritiesPem?: string;
}

export async function startProduct({
  api = ['server/src/main.ts', 'api'],
  authoritiesPem = '',
  env: further = {},
  envAt = async () => ({}),
}: ProductOptions = {}): Promise<Product> {
  await using started = new AsyncDisposableStack();
  const stubs = started.use(await startExternalStubs());
  const authority = started.use(await createTestAuthority());
  const bare = started.use(await createInstance({ banks: [bank] }));
  const [port, proxyPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const [tlsPort, pushPort] = [await freePort(), await freePort()];
  const proxy = started.use(await startReverseProxy(authority, proxyPort));
  const tokenFile = join(bare.folder, 'gateway-token');
  await writeFile(tokenFile, stubs.sms.token);
  const vapidFile = join(bare.folder, 'vapid.jwk');
  await writeFile(vapidFile, JSON.stringify(newJwk()), { mode: 0o600 });
  const listener = await authority.issue({ commonName: tlsHost, dnsNames: [tlsHost], server: true });
  const authorityPem = `${authority.caPem}${authoritiesPem}`;
  const files = await listenerSettings(bare, { authorityPem, listener });
  const push = {
    port: pushPort,
    certificateFile: files['PORTICO_TLS_CERTIFICATE_FILE'] ?? '',
    keyFile: files['PORTICO_TLS_KEY_FILE'] ?? '',
  };
  const env = {
    ...bare.env,
    PORTICO_BASE_URL: proxy.bankUrl,
    PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
    PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
    PORTICO_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    ...files,
    PORTICO_WORKER_LISTEN: `127.0.0.1:${workerPort}`,
    PORTICO_DELIVERY: JSON.stringify({
      ...deliverySettings(stubs, tokenFile),
      push: {
        key: `file:${vapidFile}`,
        subject: 'mailto:post@bank01.example',
        hosts: [tlsHost],
        ports: [pushPort],
        networks: loopback,
        ca: `file:${files['PORTICO_TLS_CLIENT_AUTHORITIES_FILE'] ?? ''}`,
      },
    }),
    PORTICO_RESPONSE_GUARD: 'refuse',
    PORTICO_LOG_LEVEL: 'warn',
    ...further,
    ...(await envAt(proxy.bankUrl)),
  };
  const run = (...args: readonly string[]): ReturnType<typeof startProgram> =>
    startProgram({
      args: args[0] === 'api' ? api : ['server/src/main.ts', ...args],
      env,
      logFile: join(bare.folder, `${args[0] ?? ''}.log`),
    });
  const failed = async (name: string, code: unknown): Promise<never> => {
    const output = await readFile(join(bare.folder, `${name}.log`), 'utf8');
    throw new Error(`${name} ended with ${String(code)}: ${output.slice(-outputMax)}`);
  };
  const command = async (...args: readonly string[]): Promise<void> => {
    const code = await run(...args).ended;
    if (code !== 0) await failed(args[0] ?? '', code);
  };
  /** Starts a process and waits until it is ready. Throws with its output when it exits. */
  const serve = async (name: 'api' | 'worker', at: number): Promise<void> => {
    const program = run(name);
    started.defer(async () => {
      program.kill('SIGKILL');
      await program.ended;
    });
    const ended = program.ended.then((code) => ({ code }));
    const outcome = await Promise.race([until(() => isReady(at), `the ${name}`, startMaxMs), ended]);
    if (outcome !== undefined) await failed(name, outcome.code);
  };
  await Promise.all([
    serve('worker', workerPort),
    serve('api', port),
    command('templates', 'publish', '--bank', bank),
  ]);
  const resources = started.move();
  return {
    instance: { ...bare, env },
    stubs,
    proxy,
    proxyPort,
    thirdPartyUrl: `https://${tlsHost}:${tlsPort}`,
    authorityPem: authority.caPem,
    push,
    call: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    command,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function deliverySettings({ mail, sms }: ExternalStubs, tokenFile: string): object {
  return {
    email: {
      server: `smtp-plain://127.0.0.1:${mail.port}`,
      senders: { [bank]: { name: 'Bank 01', address: 'post@bank01.example' } },
      networks: loopback,
    },
    sms: { url: sms.url, token: `file:${tokenFile}`, senders: { [bank]: 'Bank 01' }, networks: loopback },
  };
}
