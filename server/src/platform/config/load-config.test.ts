import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigInvalid } from './config-invalid.ts';
import { describeConfig, settingsAsMarkdown } from './describe-config.ts';
import { type Config, type Environment, loadConfig } from './load-config.ts';
import { settingRows } from './settings.ts';

const least = {
  PORTICO_DATABASE_URL: 'postgresql://app:app-password@db/portico',
  PORTICO_DATABASE_WORKER_URL: 'postgresql://worker:worker-password@db/portico',
};

function noFiles(path: string): string {
  throw Object.assign(new Error(`no such file ${path}`), { code: 'ENOENT' });
}

function load(env: Environment, files: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({ ...least, ...env }, (path) => files[path] ?? noFiles(path));
}

function errorsOf(env: Environment, files: Readonly<Record<string, string>> = {}): string[] {
  try {
    load(env, files);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

function rowOf(config: Config, name: string): string {
  const row = describeConfig(config).find((candidate) => candidate.name === name);
  return `${row?.value} (${row?.source})`;
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keyPem = pem(privateKey);

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** The smallest certificate that OpenSSL parses: version 1, one name, self-signed. */
function selfSigned(): string {
  const algorithm = der(0x30, Buffer.from('06032b6570', 'hex'));
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('test')))),
  );
  const validity = der(
    0x30,
    der(0x17, Buffer.from('250101000000Z')),
    der(0x17, Buffer.from('490101000000Z')),
  );
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(0x30, der(0x02, Buffer.from([1])), algorithm, name, validity, name, subjectKey);
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey));
  const base64 = der(0x30, body, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

const tokenIssuer = (change: object = {}): object => ({
  issuer: 'https://id.test',
  audience: 'p',
  jwks: 'https://id.test/jwks',
  banks: ['01'],
  callers: { application: ['party.read'] },
  ...change,
});

const certificatePem = selfSigned();
const tls = {
  PORTICO_TLS_LISTEN: '0.0.0.0:8443',
  PORTICO_TLS_KEY_FILE: '/run/key.pem',
  PORTICO_TLS_CERTIFICATE_FILE: '/run/cert.pem',
  PORTICO_TLS_CLIENT_AUTHORITIES_FILE: '/run/authorities.pem',
};
const tlsFiles = {
  '/run/key.pem': keyPem,
  '/run/cert.pem': certificatePem,
  '/run/authorities.pem': certificatePem + certificatePem,
};

describe('a valid environment', () => {
  test('needs two addresses; everything else has a default', () => {
    const config = load({});
    expect(config.databaseUrl.reveal()).toBe(least.PORTICO_DATABASE_URL);
    expect(config).toMatchObject({
      databaseOwnerUrl: undefined,
      databasePoolSize: 10,
      databaseChecksums: 'required',
      httpListen: { host: '127.0.0.1', port: 8080 },
      tlsListen: undefined,
      baseUrl: 'http://localhost:8080',
      banks: ['01', '02', 'nl'],
      natsServers: [],
      natsReplicas: 'auto',
      tokenIssuers: [],
      staffProviders: [],
      loginProviders: [],
      operationsNetworks: ['127.0.0.0/8', '::1/128'],
      responseGuard: 'strip',
      logLevel: 'info',
      drainSeconds: 10,
      inFlightMax: 256,
      queueTimeMaxMs: 200,
      openRequestsPerNetworkMax: 256,
      connectionsPerNetworkMax: 1_024,
      workerConcurrency: 10,
    });
  });

  test('gives each value the type of its setting', () => {
    const config = load({ PORTICO_LOG_LEVEL: 'warn', PORTICO_TRACE_EXPORTER_URL: 'http://collector:4318' });
    const level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' = config.logLevel;
    const poolSize: number = config.databasePoolSize;
    const banks: readonly string[] = config.banks;
    const exporter: string | undefined = config.traceExporterUrl;
    const port: number = config.httpListen.port;
    expect([level, poolSize, banks.length, exporter, port]).toEqual([
      'warn',
      10,
      3,
      'http://collector:4318',
      8080,
    ]);
  });

  test('is deeply frozen', () => {
    const config = load({
      PORTICO_TOKEN_ISSUERS: JSON.stringify([tokenIssuer()]),
    });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.banks)).toBe(true);
    expect(Object.isFrozen(config.tokenIssuers[0])).toBe(true);
    expect(Object.isFrozen(config.httpListen)).toBe(true);
    expect(Object.isFrozen(config.sources)).toBe(true);
  });

  test('ignores other names, and treats empty text as not set', () => {
    const config = load({ PATH: '/bin', PORTICOX: 'x', PORTICO_LOG_LEVEL: '', PORTICO_TLS_LISTEN: '  ' });
    expect(config.logLevel).toBe('info');
    expect(config.tlsListen).toBeUndefined();
  });

  test('reports the source of each value', () => {
    const config = load({ ...tls, PORTICO_LOG_LEVEL: 'info' }, tlsFiles);
    expect(rowOf(config, 'PORTICO_LOG_LEVEL')).toBe('info (environment)');
    expect(rowOf(config, 'PORTICO_DATABASE_POOL_SIZE')).toBe('10 (default)');
    expect(rowOf(config, 'PORTICO_TLS_KEY')).toBe('[secret] (file)');
    expect(rowOf(config, 'PORTICO_TLS_CLIENT_AUTHORITIES')).toBe('[2 certificates] (file)');
    expect(rowOf(config, 'PORTICO_PROXY_LISTEN')).toBe('not set (default)');
    expect(rowOf(config, 'PORTICO_DATABASE_URL')).toBe('postgresql://app:[secret]@db/portico (environment)');
  });

  test('may read a secret from a file, without its last newline', () => {
    const config = loadConfig(
      {
        PORTICO_DATABASE_URL_FILE: '/run/app',
        PORTICO_DATABASE_WORKER_URL: least.PORTICO_DATABASE_WORKER_URL,
        PORTICO_AUDIT_KEY_FILE: '/run/audit',
      },
      (path) => (path === '/run/app' ? `${least.PORTICO_DATABASE_URL}\n` : keyPem),
    );
    expect(config.databaseUrl.reveal()).toBe(least.PORTICO_DATABASE_URL);
    expect(config.auditKey?.reveal()).toBe(keyPem.trim());
  });
});

describe('an invalid environment', () => {
  test('is reported completely, in one error, name by name', () => {
    expect(() =>
      loadConfig(
        { PORTICO_DATABASE_POOL_SIZE: '0', PORTICO_LOG_LEVEL: 'loud', PORTICO_LOG_LEVLE: 'info' },
        noFiles,
      ),
    ).toThrow(
      [
        'The configuration is invalid:',
        '  PORTICO_LOG_LEVLE is not a setting of this version (did you mean PORTICO_LOG_LEVEL?). Expected: a name listed in docs/generated/configuration.md.',
        '  PORTICO_DATABASE_URL is required and not set. Expected: a PostgreSQL address such as postgresql://role:password@host:5432/database.',
        '  PORTICO_DATABASE_POOL_SIZE is "0". Expected: a whole number from 1 to 200.',
        '  PORTICO_LOG_LEVEL is "loud". Expected: one of fatal, error, warn, info, debug.',
      ].join('\n'),
    );
  });

  test('with an unknown name far from all others points to the list', () => {
    expect(errorsOf({ PORTICO_FEATURE_FLAGS_OF_DOOM: '1' })).toEqual([
      '  PORTICO_FEATURE_FLAGS_OF_DOOM is not a setting of this version. Expected: a name listed in docs/generated/configuration.md.',
    ]);
  });

  test('cannot read other settings from files', () => {
    expect(errorsOf({ PORTICO_LOG_LEVEL_FILE: '/run/level' })).toEqual([
      '  PORTICO_LOG_LEVEL_FILE is not a setting of this version; only secrets and certificates are read from files. Expected: a name listed in docs/generated/configuration.md.',
    ]);
  });

  test('with a file that is missing, empty or given twice says so', () => {
    expect(errorsOf({ PORTICO_AUDIT_KEY_FILE: '/run/none' })).toEqual([
      '  PORTICO_AUDIT_KEY_FILE names "/run/none", which cannot be read (ENOENT). Expected: the absolute path of a file this process may read.',
    ]);
    expect(errorsOf({ PORTICO_AUDIT_KEY_FILE: '/run/empty' }, { '/run/empty': '\n' })[0]).toContain(
      'PORTICO_AUDIT_KEY_FILE names "/run/empty", which is empty. Expected: an Ed25519 private key',
    );
    expect(errorsOf({ PORTICO_DATABASE_URL_FILE: '/run/app' })).toEqual([
      '  PORTICO_DATABASE_URL is set, and so is PORTICO_DATABASE_URL_FILE. Expected: one of the two.',
    ]);
  });

  test('with a text above its limit names the limit', () => {
    expect(errorsOf({ PORTICO_BANKS: 'a'.repeat(5_000) })).toEqual([
      '  PORTICO_BANKS is 5000 characters long. Expected: at most 4096 characters.',
    ]);
  });

  test('with wrong JSON names the path, not the text', () => {
    const [error] = errorsOf({
      PORTICO_TOKEN_ISSUERS: JSON.stringify([tokenIssuer({ jwks: 'http://private.test' })]),
    });
    expect(error).toContain('PORTICO_TOKEN_ISSUERS is not usable at /0/jwks (its text is not shown).');
    expect(error).not.toContain('private.test');
  });

  test('with a token issuer for an unknown bank, or one issuer twice, is refused', () => {
    const list = (...changes: readonly object[]): { readonly PORTICO_TOKEN_ISSUERS: string } => ({
      PORTICO_TOKEN_ISSUERS: JSON.stringify(changes.map(tokenIssuer)),
    });
    expect(errorsOf(list({}, { issuer: 'https://other.test', banks: ['01', 'nl'] }))).toEqual([]);
    expect(errorsOf(list({}, { banks: ['01', 'zz'] }))).toEqual([
      '  PORTICO_TOKEN_ISSUERS names the bank zz, which PORTICO_BANKS does not. Expected: a bank that this installation serves.',
      '  PORTICO_TOKEN_ISSUERS names the issuer https://id.test twice. Expected: one entry per issuer.',
    ]);
  });

  test('with a staff provider for an unknown bank, or two for one, is refused', () => {
    const provider = (bank: string): object => ({
      bank,
      issuer: 'https://login.test',
      clientId: 'portico',
      key: 'file:/run/key.jwk',
      claims: { employeeId: 'sub', roles: 'groups' },
      roles: { ops: ['maintenance'] },
    });
    const list = (...banks: readonly string[]): { readonly PORTICO_STAFF_PROVIDERS: string } => ({
      PORTICO_STAFF_PROVIDERS: JSON.stringify(banks.map(provider)),
    });
    expect(errorsOf(list('01', 'nl'))).toEqual([]);
    expect(errorsOf(list('01', 'zz', '01'))).toEqual([
      '  PORTICO_STAFF_PROVIDERS names the bank zz, which PORTICO_BANKS does not. Expected: a bank that this installation serves.',
      '  PORTICO_STAFF_PROVIDERS names the bank 01 twice. Expected: at most one provider for a bank.',
    ]);
  });

  test('with a screening service for an unknown bank is refused', () => {
    const files = { certificate: 'file:/run/c.pem', key: 'file:/run/k.pem' };
    const service = { url: 'https://screening.test', ...files };
    const setting = (bank: string): { readonly PORTICO_SCREENINGS: string } => ({
      PORTICO_SCREENINGS: JSON.stringify({ [bank]: service }),
    });
    expect(errorsOf(setting('01'))).toEqual([]);
    expect(errorsOf(setting('zz'))).toEqual([
      '  PORTICO_SCREENINGS names zz, which PORTICO_BANKS does not list. Expected: banks that are served.',
    ]);
  });

  test('with a bot check for an unknown bank is refused', () => {
    const service = { url: 'https://check.test/siteverify', secret: 'file:/run/secret' };
    const setting = (bank: string): { readonly PORTICO_HUMAN_CHECKS: string } => ({
      PORTICO_HUMAN_CHECKS: JSON.stringify({ [bank]: service }),
    });
    expect(errorsOf(setting('01'))).toEqual([]);
    expect(errorsOf(setting('zz'))).toEqual([
      '  PORTICO_HUMAN_CHECKS names zz, which PORTICO_BANKS does not list. Expected: banks that are served.',
    ]);
  });

  test('with a login provider for an unknown bank, or one twice, or a wrong part, is refused', () => {
    const provider = (change: object): object => ({
      bank: '01',
      provider: 'google',
      issuer: 'https://accounts.test',
      clientId: 'portico',
      authentication: { method: 'client_secret_basic', secretFile: 'file:/run/secret' },
      redirectUris: ['https://app.test/linked'],
      ...change,
    });
    const list = (...changes: readonly object[]): { readonly PORTICO_LOGIN_PROVIDERS: string } => ({
      PORTICO_LOGIN_PROVIDERS: JSON.stringify(changes.map(provider)),
    });
    expect(errorsOf(list({}, { provider: 'apple' }, { bank: 'nl' }))).toEqual([]);
    expect(errorsOf(list({}, { bank: 'zz' }, {}))).toEqual([
      '  PORTICO_LOGIN_PROVIDERS names the bank zz, which PORTICO_BANKS does not. Expected: a bank that this installation serves.',
      '  PORTICO_LOGIN_PROVIDERS names google for bank 01 twice. Expected: each provider at most once for a bank.',
    ]);
    const secretShown = { authentication: { method: 'client_secret_basic', secret: 'shown-by-mistake' } };
    const [error] = errorsOf(list({}, secretShown));
    expect(error).toContain('is not usable at /1/authentication (its text is not shown)');
    expect(error).not.toContain('shown-by-mistake');
    expect(errorsOf(list({ redirectUris: ['https://app.test'] }))[0]).toContain('at /0/redirectUris/0');
  });

  test.each(['tlsListen', 'tlsKey', 'tlsCertificate'])(
    'with only %s missing of the TLS settings is refused',
    (missing) => {
      const name = settingRows().find(({ key }) => key === missing)?.name ?? '';
      const env = Object.fromEntries(Object.entries(tls).filter(([key]) => !key.startsWith(name)));
      expect(errorsOf(env, tlsFiles)).toEqual([
        `  ${name} is not set while other settings of the TLS listener are. Expected: all of PORTICO_TLS_LISTEN, PORTICO_TLS_KEY, PORTICO_TLS_CERTIFICATE, or none of them.`,
      ]);
    },
  );

  test('with a listener that checks certificates and no accepted authority is refused', () => {
    const without = Object.fromEntries(
      Object.entries(tls).filter(([key]) => !key.startsWith('PORTICO_TLS_CLIENT_AUTHORITIES')),
    );
    const error = (asking: string): string =>
      `  PORTICO_TLS_CLIENT_AUTHORITIES is not set while ${asking} is. Expected: the certificates of the authorities whose clients are accepted.`;
    expect(errorsOf(without, tlsFiles)).toEqual([error('PORTICO_TLS_LISTEN')]);
    expect(errorsOf({ PORTICO_PROXY_LISTEN: 'unix:/run/proxy' })).toEqual([error('PORTICO_PROXY_LISTEN')]);
  });

  test('needs no TLS of its own behind a proxy', () => {
    const { PORTICO_TLS_CLIENT_AUTHORITIES_FILE: authorities } = tls;
    const env = { PORTICO_PROXY_LISTEN: '127.0.0.1:9443', PORTICO_TLS_CLIENT_AUTHORITIES_FILE: authorities };
    expect(errorsOf(env, tlsFiles)).toEqual([]);
  });

  test('with a TLS file that cannot be read is not reported as missing as well', () => {
    expect(errorsOf(tls, { ...tlsFiles, '/run/key.pem': 'nonsense' })).toHaveLength(1);
  });

  test('with a TLS key of another certificate is refused', () => {
    const foreign = pem(generateKeyPairSync('ed25519').privateKey);
    expect(errorsOf(tls, { ...tlsFiles, '/run/key.pem': foreign })).toEqual([
      '  PORTICO_TLS_KEY does not belong to the first certificate of PORTICO_TLS_CERTIFICATE. Expected: the private key that certificate was made for.',
    ]);
  });

  test('with two listeners on one address is refused, unless the system picks the port', () => {
    expect(errorsOf({ ...tls, PORTICO_PROXY_LISTEN: '127.0.0.1:8080' }, tlsFiles)).toEqual([
      '  PORTICO_PROXY_LISTEN is 127.0.0.1:8080, as is PORTICO_HTTP_LISTEN. Expected: an address of its own for each listener.',
    ]);
    const anyPort = { ...tls, PORTICO_HTTP_LISTEN: '127.0.0.1:0', PORTICO_PROXY_LISTEN: '127.0.0.1:0' };
    expect(errorsOf(anyPort, tlsFiles)).toEqual([]);
  });
});

describe('secrets', () => {
  const anySecret = fc.stringMatching(/^[a-z0-9]{16,40}$/);
  const withheld = settingRows().filter(({ kind }) => kind.quoting === 'withheld');

  test('never appear in the description of a configuration', () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        const config = load({
          PORTICO_DATABASE_URL: `postgresql://app:${secret}@db/portico?sslpassword=${secret}`,
          PORTICO_DATABASE_OWNER_URL: `postgresql://owner:${secret}@db/portico`,
          PORTICO_NATS_SERVERS: `nats://${secret}@a:4222,nats://u:${secret}@b`,
        });
        for (const shown of [
          JSON.stringify(describeConfig(config)),
          inspect(config.databaseUrl, { depth: 9 }),
        ])
          expect(shown).not.toContain(secret);
      }),
    );
  });

  test('never appear in an error, wherever they were set by mistake', () => {
    fc.assert(
      fc.property(anySecret, fc.constantFrom(...withheld), (secret, { name, kind }) => {
        const texts = [
          secret,
          `postgresql://u:${secret}@`,
          `[{"${secret}":1}]`,
          `http://u:${secret}@host`,
          `"${secret}"`,
        ];
        const names = kind.file === 'accepted' ? [name, `${name}_FILE`] : [name];
        for (const text of texts)
          for (const setting of names) {
            const errors = errorsOf({ [name]: undefined, [setting]: text });
            expect(errors.length).toBeGreaterThan(0);
            expect(errors.join()).not.toContain(secret);
          }
      }),
    );
  });
});

describe('the table of settings', () => {
  test('uses the same names in code as in the environment', () => {
    for (const { key, name } of settingRows()) {
      const upper = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      expect(name).toBe(`PORTICO_${upper}`);
    }
  });

  test('is rendered as a Markdown table with a row for each setting', () => {
    const markdown = settingsAsMarkdown();
    for (const { name } of settingRows()) expect(markdown).toContain(`| \`${name}\``);
    expect(markdown).toContain('| `PORTICO_DATABASE_URL` ¹ | Database for requests');
    expect(markdown).toContain('| A whole number from 1 to 200 | `10` |');
  });
});
