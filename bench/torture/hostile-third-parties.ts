import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { membersOf, readValue } from '../../server/src/platform/certificate-status/der-value.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { createThirdParties, type ThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { attackedSettings, type HostileSize } from '../harness/attacked-api.ts';
import { bystanderFigures } from '../harness/bystanders.ts';
import type { LoadResult, Sample } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import type { Figure } from '../harness/report.ts';
import {
  asClient,
  insertGoodStatus,
  listenerSettings,
  readSample,
  samplePath,
  startThirdPartyApi,
} from '../harness/third-party-api.ts';
import { respelt } from './certificate-mutations.ts';
import { rowsByTable, rowsFigure } from './hostile-anonymous.ts';
import { openSlowClients, type SlowKind, slowFigures, slowSeconds } from './hostile-slow.ts';

const bystandersPerSecond = 10;
const bystanderSockets = 8;
/** Client networks of the attackers; each loopback address is one. */
const networks = 16;
const socketsPerNetwork = 2;
const openOverMs = 2_000;
/**
 * One organisation and its certificate for the bystander, one certificate of an accepted issuer whose status is asked,
 * and a few counters. A certificate that is refused writes none.
 */
const rowsMax = 8;

type Shown = Pick<TestCertificate, 'certificatePem' | 'keyPem'>;

interface Deps {
  readonly tlsPort: number;
  readonly authorityPem: string;
  readonly honest: TestCertificate;
}

/**
 * Attacks the listener of third parties: slow bodies and slow readers with a valid certificate, then connections with
 * certificates that are refused. A third party with a valid certificate goes on, and what it is not is never stored.
 */
export async function hostileThirdParties(size: HostileSize): Promise<readonly Figure[]> {
  using thirdParties = await createThirdParties();
  await using instance = await createInstance({ env: attackedSettings });
  const { caPem: authorityPem } = thirdParties;
  const [honest, slow, listener] = await Promise.all([
    thirdParties.qwac('_A'),
    thirdParties.qwac('_B'),
    thirdParties.issue({ commonName: 'localhost', server: true }),
  ]);
  for (const one of [honest, slow]) await insertGoodStatus(instance, one, authorityPem);
  const settings = await listenerSettings(instance, { authorityPem, listener });
  const { program, tlsPort } = await startThirdPartyApi(instance, settings);
  const deps = { tlsPort, authorityPem, honest };
  try {
    const before = await rowsByTable({ instance });
    const slowOnes = await slowConnections(deps, slow, size);
    const refused = await floodWithRefused(deps, thirdParties, size);
    // A process that stops records who has called.
    program.kill('SIGTERM');
    await program.ended;
    const after = await rowsByTable({ instance });
    return [
      ...slowOnes,
      ...refused,
      rowsFigure('refused certificates', { before, after, max: rowsMax }),
      await recordedFigure(instance),
    ];
  } finally {
    program.kill('SIGKILL');
    await program.ended;
  }
}

async function slowConnections(
  deps: Deps,
  client: TestCertificate,
  size: HostileSize,
): Promise<readonly Figure[]> {
  const bystander = startBystander(deps);
  const closings = await openSlowClients(deps.tlsPort, slowKinds(deps, client, size), slowSeconds);
  return [
    ...bystanderFigures('slow third parties', await bystander.stop()),
    ...slowFigures('slow third parties', closings),
  ];
}

function slowKinds(
  { authorityPem, tlsPort }: Deps,
  client: TestCertificate,
  { slowReaders, thirdPartySockets }: HostileSize,
): readonly SlowKind[] {
  const connection: SlowKind['connection'] = {
    ready: 'secureConnect',
    open: (localAddress) =>
      connectTls({
        ...asClient(tlsPort, client, authorityPem),
        socket: connect({ host: '127.0.0.1', port: tlsPort, localAddress }),
      }),
  };
  const lines = (...head: readonly string[]): string =>
    [...head, 'Host: localhost', `X-Request-ID: ${randomUUID()}`].join('\r\n');
  const body = 'Content-Type: application/json\r\nContent-Length: 30000\r\n\r\n{';
  return [
    {
      name: 'slow bodies with a certificate',
      count: thirdPartySockets,
      addressOf: () => '127.0.5.1',
      firstBytes: () => `${lines(`POST ${samplePath} HTTP/1.1`)}\r\n${body}`,
      nextBytes: ' ',
      openOverMs,
      connection,
    },
    {
      name: 'slow readers with a certificate',
      count: slowReaders,
      addressOf: () => '127.0.5.2',
      firstBytes: () => `${lines('GET /v1/sample/large HTTP/1.1')}\r\n\r\n`,
      // The server ignores these bytes between two requests; they let the client notice a closed connection.
      nextBytes: '\r\n',
      openOverMs,
      isDeaf: true,
      connection,
    },
  ];
}

/** Opens a connection for each certificate, because one connection shows one. */
async function floodWithRefused(
  { authorityPem, honest, tlsPort }: Deps,
  thirdParties: ThirdParties,
  { refusedCertificates }: HostileSize,
): Promise<readonly Figure[]> {
  const next = await refusedCertificatesOf(thirdParties);
  const bystander = startBystander({ authorityPem, honest, tlsPort });
  const statuses = new Map<number, number>();
  let sent = 0;
  const attack = async (_: unknown, attacker: number): Promise<void> => {
    while (sent < refusedCertificates) {
      sent += 1;
      const localAddress = `127.0.6.${1 + (attacker % networks)}`;
      const options = { ...asClient(tlsPort, next(sent), authorityPem), localAddress, agent: false } as const;
      // A connection that is refused counts as such: the client has no response.
      const { status } = await readSample(options).catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: networks * socketsPerNetwork }, attack));
  const all = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'closed' : status}`);
  const wrong = [...statuses].filter(([status]) => ![0, 401, 429, 503].includes(status));
  return [
    ...bystanderFigures('refused certificates', await bystander.stop()),
    {
      name: 'refused certificates, other responses than 401, 429 and 503',
      figure: `${wrong.reduce((sum, [, count]) => sum + count, 0)} of ${sent} (${all.join(', ')})`,
      goal: '0',
      isReached: wrong.length === 0 && (statuses.get(401) ?? 0) > 0,
    },
  ];
}

/**
 * Certificates of unknown issuers, expired ones, others without the statements of the standard, one that the issuer
 * has not answered about; and, at every second place, one with the name of the accepted issuer and a new serial number.
 */
async function refusedCertificatesOf(thirdParties: ThirdParties): Promise<(count: number) => Shown> {
  const names = ['_EVIL', '_EXP', '_FUT', '_NOQC', '_REV'] as const;
  const fixed: readonly Shown[] = await Promise.all(names.map((name) => thirdParties.qwac(name)));
  const model = await thirdParties.qwac('_AI');
  return (count) =>
    (count % 2 === 0 ? undefined : fixed[((count - 1) / 2) % fixed.length]) ?? {
      keyPem: model.keyPem,
      certificatePem: pemOf(withSerial(model.der, count)),
    };
}

/** Writes another serial number into a certificate; its signature does not fit any more, its key does. */
function withSerial(der: Buffer, count: number): Buffer {
  const changed = Buffer.from(der);
  const [body] = membersOf(readValue(changed));
  // After the version.
  const serial = membersOf(body)[1]?.content;
  if (serial === undefined) throw new Error('a certificate expected');
  // The parts are views of the same bytes.
  serial.writeUInt32BE(count, serial.length - 4);
  return changed;
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

interface Bystander {
  stop(): Promise<LoadResult>;
}

/** A third party with a valid certificate, in both spellings of the signature on it, whose requests are due at fixed times. */
function startBystander({ authorityPem, honest, tlsPort }: Deps): Bystander {
  const agents = [honest, { ...honest, certificatePem: pemOf(respelt(honest.der)) }].map((shown) => ({
    options: asClient(tlsPort, shown, authorityPem),
    agent: new Agent({ keepAlive: true, maxSockets: bystanderSockets }),
  }));
  const startedAtMs = performance.now();
  const samples: Sample[] = [];
  let [broken, sent] = [0, 0];
  const underWay: Promise<void>[] = [];
  const send = async (): Promise<void> => {
    const dueAtMs = performance.now();
    const { agent, options } = agents[sent % agents.length] ?? {};
    sent += 1;
    try {
      const { status } = await readSample({ ...options, agent });
      samples.push({ status, latencyMs: performance.now() - dueAtMs });
    } catch {
      // Counted: the figure has a goal for requests that are served.
      broken += 1;
    }
  };
  const timer = setInterval(() => void underWay.push(send()), 1_000 / bystandersPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      for (const { agent } of agents) agent.destroy();
      return { samples, broken, seconds: (performance.now() - startedAtMs) / 1_000 };
    },
  };
}

/** Only those are recorded that were accepted, each certificate once, however the signature on it is written. */
async function recordedFigure({ database }: Instance): Promise<Figure> {
  const rows = await database.query(
    `select organisation_id || ' ' || count(*) as recorded from tpp.certificate group by organisation_id order by 1`,
  );
  const recorded = rows.map((row) => String(row['recorded'])).join(', ');
  const expected = 'PSDNL-DNB-A 1, PSDNL-DNB-B 1';
  return {
    name: 'refused certificates, third parties and certificates recorded',
    figure: recorded,
    goal: expected,
    isReached: recorded === expected,
  };
}
