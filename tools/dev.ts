import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startSmsGateway } from '../server/src/adapters/sms/sms-gateway.suite.ts';
import { startMailServer } from '../server/src/adapters/smtp/mail-server.suite.ts';
import { applyMigrations } from '../server/src/platform/db/migrate.ts';
import { readMigrations } from '../server/src/platform/db/migration-files.ts';
import { systemClock } from '../server/src/platform/kernel/clock.ts';
import { adminUrl, urlFor } from '../server/src/platform/testing/database.ts';
import {
  createTokenMint,
  type TokenMint,
  testAudience,
  testIssuer,
} from '../server/src/platform/testing/token-mint.ts';
import { installJobTables } from '../server/src/platform/work/job-tables.ts';

/** `npm run dev` starts the api and the worker on the local PostgreSQL and NATS, with generated keys and tokens. */
const root = new URL('../', import.meta.url);
const folder = new URL('.cache/dev/', root);
const databaseName = 'portico_dev';
const natsUrl = process.env['DEV_NATS_URL'] ?? 'nats://127.0.0.1:4222';
const tokenLifeSeconds = 12 * 3_600;

async function prepareDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect().catch((error: unknown) => {
    console.error(
      `No PostgreSQL at ${adminUrl}. Start one, or name another with TEST_DATABASE_URL (a superuser).`,
    );
    throw error;
  });
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
  await client.end();
  const migrations = await readMigrations();
  await applyMigrations(urlFor(databaseName, 'postgres'), migrations, ({ name }) =>
    console.log(`applied ${name}`),
  );
  await installJobTables(urlFor(databaseName, 'portico_worker'));
}

async function prepareKeys(
  mint: TokenMint,
): Promise<{ keySet: string; auditKey: string; masterKeys: string }> {
  await mkdir(folder, { recursive: true });
  const keySet = fileURLToPath(new URL('keys.json', folder));
  const auditKey = fileURLToPath(new URL('audit.pem', folder));
  const masterKeys = fileURLToPath(new URL('master-keys', folder));
  await writeFile(keySet, mint.keySet);
  if (!existsSync(auditKey)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(auditKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  if (!existsSync(masterKeys))
    await writeFile(masterKeys, randomBytes(32).toString('base64'), { mode: 0o600 });
  return { keySet, auditKey, masterKeys };
}

async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts a mail server and an SMS gateway that record all messages. Returns the settings for them. */
async function startExternalStubs(): Promise<{
  readonly delivery: string;
  readonly journals: readonly string[];
}> {
  const [mail, sms] = await Promise.all([startMailServer({ content: 'stored' }), startSmsGateway()]);
  const token = fileURLToPath(new URL('sms-token', folder));
  await writeFile(token, sms.token, { mode: 0o600 });
  const networks = ['127.0.0.0/8'];
  const banks = ['01', '02', 'nl'];
  const senders = banks.map((bank) => [bank, { name: `Bank ${bank}`, address: `post@bank-${bank}.example` }]);
  return {
    journals: [mail.journalPath, sms.journalPath],
    delivery: JSON.stringify({
      email: {
        server: `smtp-plain://127.0.0.1:${mail.port}`,
        senders: Object.fromEntries(senders),
        networks,
      },
      sms: {
        url: sms.url,
        token: `file:${token}`,
        senders: Object.fromEntries(banks.map((bank) => [bank, `Bank ${bank}`])),
        networks,
      },
    }),
  };
}

function printInstructions(
  tokens: Readonly<Record<string, string>>,
  { hasNats, journals }: { readonly hasNats: boolean; readonly journals: readonly string[] },
): void {
  const base = 'http://localhost:8080';
  console.log(`
Portico is starting. Events ${hasNats ? `go to ${natsUrl}` : 'stay in the outbox: no NATS at this address'}.

  ${base}/v1/monitoring/readiness
  ${base}/api/configuration/01/maintenance
  ${base}/oauth/01/.well-known/openid-configuration

A maintenance of bank 01 needs two employees; their tokens are valid for twelve hours:

  export ALICE=${tokens['alice']}
  export BOB=${tokens['bob']}

  curl -s ${base}/api/configuration/maintenance-windows -H "authorization: Bearer $ALICE" \\
    -H 'content-type: application/json' -H 'idempotency-key: my-first-window-01' \\
    -d '{"startsAt":"2030-01-01T01:00:00Z","messages":{"en":"Back at three.","nl":"Om drie uur terug."}}'
  curl -s -X POST ${base}/api/configuration/maintenance-windows/WINDOW-ID/approve -H "authorization: Bearer $BOB"
  curl -s -X POST ${base}/api/configuration/maintenance-windows/WINDOW-ID/start -H "authorization: Bearer $BOB"
  curl -s ${base}/api/configuration/01/maintenance -H 'accept-language: nl'

A back end that manages parties; register a person, then search with a typo:

  export PARTIES=${tokens['parties']}

  curl -s ${base}/v1/party/parties/individuals -H "authorization: Bearer $PARTIES" \\
    -H 'content-type: application/json' -H 'idempotency-key: my-first-party-01' \\
    -d '{"registration-profile":"contact","given-name":"Zoë","surname":"Müller","mobile-phone":{"number":"+49 151 12345678"},"email-address":{"value":"zoe@example.org"}}'
  curl -s "${base}/v1/party/parties/search?q=zoe+muler" -H "authorization: Bearer $PARTIES"

A back end that sends messages. Mail and SMS are recorded in ${journals.join(' and ')}:

  export SENDER=${tokens['sender']}

  curl -s ${base}/v1/correspondence/communications -H "authorization: Bearer $SENDER" \\
    -H 'content-type: application/json' -H 'idempotency-key: my-first-message-01' \\
    -d '{"contact":{"kind":"email","details":"zoe@example.org"},"message-kind":"notice","message":{"title":"Welcome","body":{"content-type":"text/html","content":"<p>Good day, <b>Zoë</b>.</p><script>alert(1)</script>"}}}'
  curl -s ${base}/v1/correspondence/templates/render -H "authorization: Bearer $SENDER" -H 'content-type: application/json' \\
    -H 'accept: application/pdf' -o statement.pdf -d "$(node -p 'JSON.stringify({"template-id":"statement",format:"pdf","template-data":require("./server/templates/statement/template.json").sample})')"

A back end that sends codes. The journal above has the SMS, with the code at its beginning:

  export CODES=${tokens['codes']}

  curl -s ${base}/v1/authorization/otp/sms/send -H "authorization: Bearer $CODES" -H 'content-type: application/json' \\
    -d '{"action":"registration","phone-number":"+49 151 12345678"}'
  curl -s -w '%{http_code}\\n' ${base}/v1/authorization/otp/sms/verify -H "authorization: Bearer $CODES" -H 'content-type: application/json' \\
    -d '{"verification-id":"ID","otp":"CODE"}'

A customer who signs in. Verify an address in the same way (otp/email/send with "email":"zoe@example.org", then otp/email/verify),
register with both verification ids, and open the page in a browser; the code for it comes by SMS:

  curl -s ${base}/v1/identity/users -H "authorization: Bearer $CODES" -H 'content-type: application/json' \\
    -H 'idempotency-key: my-first-user-0001' \\
    -d '{"username":"zoe.muller","password":"violet harbour 47 lanterns","email":"zoe@example.org","phone-number":"+49 151 12345678","terms-version":"1","verification-ids":["ID","ID"]}'

  ${base}/account/01
`);
}

await prepareDatabase();
const mint = await createTokenMint(systemClock);
const { keySet, auditKey, masterKeys } = await prepareKeys(mint);
const roles = ['maintenance', 'monitoring'];
const scopesOf = {
  sender: 'correspondence.send correspondence.deliver correspondence.render',
  codes:
    'authorization.otp authorization.otp.unregistered authorization.oath authorization.ocra authorization.levels identity.users.register',
  parties: 'party.read party.search party.sync party.register party.write party.sensitive',
};
const callers = { application: Object.values(scopesOf).join(' ').split(' '), employee: roles };
const staff = { roles, validForSeconds: tokenLifeSeconds } as const;
const tokens = {
  alice: await mint.mint({ kind: 'employee', id: 'alice', ...staff }),
  bob: await mint.mint({ kind: 'employee', id: 'bob', ...staff }),
  sender: await mint.mint({
    kind: 'application',
    id: 'sender',
    scope: scopesOf.sender,
    validForSeconds: tokenLifeSeconds,
  }),
  codes: await mint.mint({
    kind: 'application',
    id: 'codes',
    scope: scopesOf.codes,
    validForSeconds: tokenLifeSeconds,
  }),
  parties: await mint.mint({
    kind: 'application',
    id: 'parties',
    scope: scopesOf.parties,
    validForSeconds: tokenLifeSeconds,
  }),
};
const hasNats = await isOpen(natsUrl);
const { delivery, journals } = await startExternalStubs();
printInstructions(tokens, { hasNats, journals });
const environment = {
  PATH: process.env['PATH'],
  PORTICO_DATABASE_URL: urlFor(databaseName, 'portico_app'),
  PORTICO_DATABASE_WORKER_URL: urlFor(databaseName, 'portico_worker'),
  PORTICO_DATABASE_CHECKSUMS: 'optional',
  PORTICO_NATS_SERVERS: hasNats ? natsUrl : '',
  PORTICO_TOKEN_ISSUERS: JSON.stringify([
    {
      issuer: testIssuer,
      audience: testAudience,
      jwks: `file:${keySet}`,
      banks: ['01'],
      callers,
      // The tokens are for curl, which sends no DPoP proofs.
      unboundTokens: 'accepted',
    },
  ]),
  PORTICO_AUDIT_KEY_FILE: auditKey,
  PORTICO_MASTER_KEYS_FILE: masterKeys,
  PORTICO_AUDIT_HEADS: fileURLToPath(new URL('audit-heads', folder)),
  PORTICO_ERASURE_LEDGER: fileURLToPath(new URL('erased-parties', folder)),
  PORTICO_DELIVERY: delivery,
  PORTICO_RESPONSE_GUARD: 'refuse',
  // A host name: browsers create no passkeys for an IP address.
  PORTICO_BASE_URL: 'http://localhost:8080',
  PORTICO_DRAIN_SECONDS: '1',
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PORTICO_'))),
};
// Publishes the templates as in production; publishing the same ones again changes nothing.
spawn(process.execPath, ['server/src/main.ts', 'templates', 'publish', '--bank', '01'], {
  cwd: fileURLToPath(root),
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const child = spawn(
  process.execPath,
  ['--watch-path=server/src', '--watch-preserve-output', 'server/src/main.ts', 'all'],
  {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
    env: environment,
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
