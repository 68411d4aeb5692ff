import { connect, type Socket } from 'node:net';
import type { HostileDeps, HostileSize } from '../harness/attacked-api.ts';
import type { Figure } from '../harness/report.ts';
import { table } from '../harness/report.ts';

/** Clients that send or read slowly in one way. */
export interface SlowKind {
  readonly name: string;
  readonly count: number;
  /** Client network of this socket. */
  readonly addressOf: (index: number) => string;
  readonly firstBytes: (index: number) => string;
  /** Bytes that are sent repeatedly; empty for silent clients. */
  readonly nextBytes: string;
  /** Time over which the sockets are opened, at an even pace. */
  readonly openOverMs: number;
  /** Does not read the response. */
  readonly isDeaf?: boolean;
  /** Opens a connection other than plain TCP; `ready` is the event after which it sends. */
  readonly connection?: { readonly ready: string; readonly open: (localAddress: string) => Socket };
}

/** How the connections of one kind were closed. */
export interface Closings {
  readonly name: string;
  readonly opened: number;
  readonly closedAfterSeconds: readonly number[];
}

const openOverMs = 2_000;
/**
 * Interval between readers: reading the response from the database takes a tenth of a second, which is not under
 * test.
 */
const readerEveryMs = 1_000;
const trickleEveryMs = 500;
const closedGoalSeconds = 10;
const closedGuardSeconds = 30;
/** More than the kernel buffers for a client that does not read. */
const pictureBytes = 6_000_000;
const pictureId = 'hostile-clients-000000';
/** Below the rate limit of anonymous clients, 60 pictures per minute. */
const readersPerAddress = 50;

/** Time in which the server should have closed the last connection; bystanders are measured until then. */
const timeToCloseMs = 7_000;
/** Additional time for a busy machine; the figure reports the actual time. */
const moreTimeMs = 30_000;

/** Duration of the slow senders. */
export const slowSeconds: number = (openOverMs + timeToCloseMs) / 1_000;

/** Returns the duration of the slow readers. */
export function readerSeconds({ slowReaders }: HostileSize): number {
  return (slowReaders * readerEveryMs + timeToCloseMs) / 1_000;
}

/** Opens slow senders of each kind and waits until the server has closed them, or until the timeout. */
export async function openSlowSenders(deps: HostileDeps): Promise<readonly Closings[]> {
  return openSlowClients(deps.port, await slowSenders(deps), slowSeconds);
}

/** Opens clients that do not read a large response, and waits in the same way. */
export async function openSlowReaders(deps: HostileDeps): Promise<readonly Closings[]> {
  await insertPicture(deps);
  return openSlowClients(deps.port, [slowReaders(deps.size)], readerSeconds(deps.size));
}

/** Opens clients of these kinds and waits until the server has closed them, or until the timeout. */
export function openSlowClients(
  port: number,
  kinds: readonly SlowKind[],
  seconds: number,
): Promise<readonly Closings[]> {
  const endsAtMs = performance.now() + seconds * 1_000 + moreTimeMs;
  return Promise.all(
    kinds.map(async (kind): Promise<Closings> => {
      const ends = await Promise.all(
        Array.from({ length: kind.count }, (_, index) => slowClient(port, kind, { index, endsAtMs })),
      );
      const closed = ends.filter((end) => end !== undefined);
      return { name: kind.name, opened: kind.count, closedAfterSeconds: closed };
    }),
  );
}

async function slowSenders({ instance, size }: HostileDeps): Promise<readonly SlowKind[]> {
  const { slowSockets: count } = size;
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      instance.mint.mint({ kind: 'employee', id: `slow-${index}`, roles: ['maintenance'] }),
    ),
  );
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 30000\r\n\r\na';
  const from = (address: string) => () => address;
  return [
    {
      name: 'slow heads',
      count,
      addressOf: from('127.0.1.1'),
      firstBytes: () => 'GET /account/01 HTTP/1.1\r\nHost: x\r\nX: ',
      nextBytes: 'a',
      openOverMs,
    },
    {
      name: 'slow bodies on a page',
      count,
      addressOf: from('127.0.1.2'),
      firstBytes: () => `POST /account/01 HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n${form}`,
      nextBytes: 'a',
      openOverMs,
    },
    {
      name: 'slow bodies on the token endpoint',
      count,
      addressOf: from('127.0.1.3'),
      firstBytes: () => `POST /oauth/01/token HTTP/1.1\r\nHost: x\r\n${form}`,
      nextBytes: 'a',
      openOverMs,
    },
    {
      name: 'slow bodies on the API, with a token',
      count,
      addressOf: from('127.0.1.4'),
      firstBytes: (index) =>
        [
          'POST /api/configuration/maintenance-windows HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${tokens[index]}`,
          'Content-Type: application/json',
          'Content-Length: 30000',
          '',
          '{',
        ].join('\r\n'),
      nextBytes: ' ',
      openOverMs,
    },
    { name: 'silent', count, addressOf: from('127.0.1.5'), firstBytes: () => '', nextBytes: '', openOverMs },
  ];
}

function slowReaders({ slowReaders: count }: HostileSize): SlowKind {
  return {
    name: 'slow readers',
    count,
    addressOf: (index) => `127.0.2.${1 + Math.floor(index / readersPerAddress)}`,
    firstBytes: () => `GET /v1/identity/pictures/01/${pictureId} HTTP/1.1\r\nHost: x\r\n\r\n`,
    // The server ignores these bytes between two requests; they let the client notice a closed connection.
    nextBytes: '\r\n',
    openOverMs: count * readerEveryMs,
    isDeaf: true,
  };
}

/** Returns the seconds until the server closed the connection; undefined when it did not. */
function slowClient(
  port: number,
  kind: SlowKind,
  { endsAtMs, index }: { readonly index: number; readonly endsAtMs: number },
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const start = (): void => {
    const openedAtMs = performance.now();
    const localAddress = kind.addressOf(index);
    const socket = kind.connection?.open(localAddress) ?? connect({ host: '127.0.0.1', port, localAddress });
    let isOver = false;
    const trickle = setInterval(() => {
      if (kind.nextBytes !== '') socket.write(kind.nextBytes);
    }, trickleEveryMs);
    const deadline = setTimeout(() => {
      isOver = true;
      socket.destroy();
    }, endsAtMs - openedAtMs);
    if (kind.isDeaf === true) socket.pause();
    else socket.resume();
    socket.on('error', () => undefined);
    socket.once(kind.connection?.ready ?? 'connect', () => socket.write(kind.firstBytes(index)));
    socket.once('close', () => {
      clearInterval(trickle);
      clearTimeout(deadline);
      resolve(isOver ? undefined : (performance.now() - openedAtMs) / 1_000);
    });
  };
  setTimeout(start, (index / kind.count) * kind.openOverMs);
  return promise;
}

async function insertPicture({ instance }: HostileDeps): Promise<void> {
  await instance.database.query(
    `insert into identity.picture (bank_id, picture_id, user_id, kind, content, content_type, created_at)
     values ('01', '${pictureId}', gen_random_uuid(), 'profile', convert_to(repeat('x', ${pictureBytes}), 'UTF8'), 'image/png', now())`,
  );
}

/** Returns figures: all connections are closed, each within ten seconds. */
export function slowFigures(scenario: string, closings: readonly Closings[]): readonly Figure[] {
  const slowest = (ends: readonly number[]): number => Math.max(0, ...ends);
  console.log(
    table(
      ['slow clients', 'opened', 'closed', 'slowest s'],
      closings.map(({ closedAfterSeconds, name, opened }) => [
        name,
        opened,
        closedAfterSeconds.length,
        slowest(closedAfterSeconds).toFixed(1),
      ]),
    ),
  );
  const left = closings.reduce(
    (sum, { closedAfterSeconds, opened }) => sum + opened - closedAfterSeconds.length,
    0,
  );
  const seconds = slowest(closings.flatMap(({ closedAfterSeconds }) => closedAfterSeconds));
  return [
    { name: `${scenario}, not closed`, figure: String(left), goal: '0', isReached: left === 0 },
    {
      name: `${scenario}, longest connection`,
      figure: `${seconds.toFixed(1)} s`,
      goal: '≤ 10 s',
      isReached: seconds <= closedGoalSeconds,
      holdsGuard: seconds <= closedGuardSeconds,
    },
  ];
}
