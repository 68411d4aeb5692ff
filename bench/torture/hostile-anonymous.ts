import { randomUUID } from 'node:crypto';
import { createTestDevice } from '../../server/src/capabilities/client/testing/test-device.suite.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { HostileDeps } from '../harness/attacked-api.ts';
import { bystanderFigures, runBystanders } from '../harness/bystanders.ts';
import { closedLoop, type Sample } from '../harness/http-load.ts';
import type { Figure } from '../harness/report.ts';

/** Number of client networks of the attackers; each loopback address is one. */
const networks = 16;
const connectionsPerNetwork = 2;
/** Number of sign-ins that the attackers start; each of their first forms is sent repeatedly. */
const formsMax = 100;
/** Wrong activation codes that are looked at from one network; each leaves an audit entry and an event. */
const codesPerNetwork = 10;
/** Limit of new rows. A form writes one row; the rest is for rate-limit counters and the like. */
const rowsMax = 2 * formsMax + networks * (2 * codesPerNetwork + 1);
const bystandersPerSecond = 10;
const host = 'host: 127.0.0.1\r\nconnection: close';
const formHeaders = [
  host,
  'sec-fetch-site: same-origin',
  'content-type: application/x-www-form-urlencoded',
].join('\r\n');

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${host}\r\n${more}\r\n`;

function post(path: string, body: string, more = ''): string {
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${formHeaders}\r\n${length}${more}\r\n${body}`;
}

function postJson(path: string, body: unknown, more = ''): string {
  const text = JSON.stringify(body);
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${host}\r\n${length}${more}\r\n${text}`;
}

/** A link to an approval that does not exist. */
const linkOf = (count: number): string => `01.${String(count).padStart(32, 'a')}`;

/** An id that no consent has. */
const uuidOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** Requests that need no authentication. */
const kinds: readonly ((count: number) => string)[] = [
  () => get('/account/01'),
  () => get('/account/01/reset'),
  () => get('/account/01?show=signed-out'),
  (count) => post('/account/01', `csrf=none&step=identify&username=unknown.${count}`),
  (count) => get('/account/01', `cookie: __Host-portico-01-account=${count}\r\n`),
  (count) => get(`/sca/${linkOf(count)}`),
  (count) => get(`/sca/${linkOf(count)}/status`),
  (count) => get(`/sca/${linkOf(count)}/status`, 'accept: text/event-stream\r\n'),
  (count) => post(`/sca/${linkOf(count)}`, `csrf=none&do=password&password=${count}`),
  (count) => get(`/oauth/01/auth?client_id=unknown-${count}&request_uri=urn:none:${count}`),
  (count) => get(`/oauth/01/auth/${count}`),
  (count) => get(`/oauth/01/interaction/${count}`),
  (count) => post(`/oauth/01/interaction/${count}`, 'csrf=none&step=identify'),
  () => get('/oauth/01/session/end'),
  (count) => post('/oauth/01/session/end/confirm', `xsrf=${count}`),
  (count) => get(`/oauth/01/staff/callback?state=${count}&code=x`),
  (count) => post('/oauth/01/request', `client_id=unknown-${count}&response_type=code`),
  (count) => post('/oauth/01/token', `grant_type=authorization_code&code=${count}&client_id=unknown`),
  (count) => post('/oauth/01/token/revocation', `token=${count}&client_id=unknown`),
  (count) => post('/oauth/01/backchannel', `login_hint=${count}&client_id=unknown`),
  () => get('/oauth/01/jwks'),
  () => get('/api/configuration/maintenance-windows?states=started'),
  (count) => get('/v1/identity/me', `authorization: Bearer rubbish-${count}\r\n`),
  (count) => get('/v1/identity/me', `authorization: DPoP a.b.${count}\r\ndpop: a.b.c\r\n`),
  (count) => get(`/v1/identity/users/unknown.${count}/available`),
  (count) => post(`/v1/identity/users/unknown.${count}/password/reset`, '{}'),
  (count) => get('/v1/accounts', `consent-id: ${uuidOf(count)}\r\nx-request-id: ${uuidOf(count)}\r\n`),
  (count) => get(`/v1/consents/${uuidOf(count)}/status`),
  (count) =>
    post('/v1/consents', '{"access":{"allPsd2":"allAccounts"}}', `x-request-id: ${uuidOf(count)}\r\n`),
  (count) => get('/api/v1/client', `authorization: DPoP a.b.${count}\r\ndpop: a.b.c\r\n`),
  (count) =>
    postJson('/api/v1/restrictions', { kind: 'login-block', reason: 'lost', clientNumber: `${count}` }),
  (count) => get(`/nowhere/${count}`),
];

/** Creates the request of a device that redeems a code which does not exist; its proof and attestation are right. */
async function wrongPairing(): Promise<string> {
  const device = await createTestDevice(systemClock, randomUUID());
  const body = await device.pairingBody('ABCDE-FGHIJ-KLMNO-PQRSZ');
  return postJson('/api/v1/device/pair-device', body, 'x-bank-id: 01\r\n');
}

/**
 * Sends anonymous requests of mixed kinds: they may write a limited number of rows, and fail only with 429 or 503.
 */
export async function anonymousRequests(deps: HostileDeps): Promise<readonly Figure[]> {
  const { instance, port, size } = deps;
  const [forms, pairing] = await Promise.all([firstForms(port), wrongPairing()]);
  const before = await rowsByTable(deps);
  const startedAtMs = performance.now();
  let [count, isOver] = [0, false];
  const attack = Promise.all(
    Array.from({ length: networks }, (_, network) =>
      closedLoop({
        port,
        localAddress: `127.0.4.${network + 1}`,
        connections: connectionsPerNetwork,
        seconds: 86_400,
        count: Math.ceil(size.anonymousRequests / networks),
        nextRequest: () => {
          count += 1;
          const turn = count % (kinds.length + 2);
          if (turn === kinds.length) return forms[count % formsMax] ?? '';
          return kinds[turn]?.(count) ?? pairing;
        },
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  const samples: Sample[] = [];
  let broken = 0;
  // Repeats, because the duration of the attack is unknown.
  while (!isOver) {
    const turn = await runBystanders({
      port,
      seconds: 2,
      perSecond: bystandersPerSecond,
      nextRequest: () => get('/account/01'),
    });
    samples.push(...turn.samples);
    broken += turn.broken;
  }
  const responses = (await attack).flatMap((one) => one.samples);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const after = await rowsByTable({ ...deps, instance });
  return [
    ...bystanderFigures('anonymous requests', { samples, broken, seconds }),
    statusFigure(responses, seconds),
    rowsFigure('anonymous requests', { before, after, max: rowsMax }),
  ];
}

function statusFigure(responses: readonly Sample[], seconds: number): Figure {
  const all = Object.entries(Object.groupBy(responses, ({ status }) => String(status)));
  const failed = responses.filter(({ status }) => status >= 500 && status !== 503).length;
  return {
    name: 'anonymous requests, failed',
    figure: `${failed} of ${responses.length} in ${Math.round(seconds)} s (${all
      .map(([status, some]) => `${some?.length} × ${status}`)
      .join(', ')})`,
    goal: '0',
    isReached: failed === 0,
  };
}

/** Returns how many rows a scenario has left, by table. */
export function rowsFigure(
  name: string,
  { after, before, max }: { readonly before: RowCounts; readonly after: RowCounts; readonly max: number },
): Figure {
  const grown = [...after].flatMap(([table, rows]) => {
    const more = rows - (before.get(table) ?? 0);
    return more > 0 ? [{ table, more }] : [];
  });
  const sum = grown.reduce((total, { more }) => total + more, 0);
  return {
    name: `${name}, rows left`,
    figure: `${sum} (${grown.map(({ more, table }) => `${more} ${table}`).join(', ')})`,
    goal: `≤ ${max}`,
    isReached: sum <= max,
  };
}

type RowCounts = ReadonlyMap<string, number>;

/** Counts the rows of every table of the product. */
export async function rowsByTable({ instance }: Pick<HostileDeps, 'instance'>): Promise<RowCounts> {
  const rows = await instance.database.query(`
    select n.nspname || '.' || c.relname as name,
           (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows from only %I.%I', n.nspname, c.relname),
              false, true, '')))[1]::text as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'`);
  return new Map(rows.map((row) => [String(row['name']), Number(row['rows'])]));
}

/** Returns the first forms of sign-ins, as a browser sends them after it opened the page. */
async function firstForms(port: number): Promise<readonly string[]> {
  const forms: string[] = [];
  for (let index = 0; index < formsMax; index += 1) {
    const page = await fetch(`http://127.0.0.1:${port}/account/01`);
    const cookies = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const body = new URLSearchParams({ csrf, step: 'identify', username: `unknown.${index}` }).toString();
    forms.push(post('/account/01', body, `cookie: ${cookies.join('; ')}\r\n`));
  }
  return forms;
}
