import type { HostileGround } from '../rig/attacked-api.ts';
import { openLoop } from '../rig/http-load.ts';
import type { Figure } from '../rig/report.ts';

const connections = 32;
const rubbishPerSecond = 200;
/** Each network may open 1,200 pages a minute. */
const rowMakers = 8;
const pagesPerSecond = 15;

/** Requests with tokens that are none. */
export async function floodWithRubbish({ port, size }: HostileGround): Promise<Figure> {
  let count = 0;
  const { broken, samples } = await openLoop({
    port,
    localAddress: '127.0.3.1',
    connections,
    seconds: size.floodSeconds,
    perSecond: rubbishPerSecond,
    nextRequest: () => {
      count += 1;
      return [
        'GET /api/configuration/maintenance-windows?states=started HTTP/1.1',
        'host: 127.0.0.1',
        `authorization: Bearer eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.${count}`,
        '',
        '',
      ].join('\r\n');
    },
  });
  const answered = Object.entries(Object.groupBy(samples, ({ status }) => String(status)));
  const kinds = answered.map(([status, all]) => `${all?.length} × ${status}`).join(', ');
  const isRefused = samples.every(({ status }) => status >= 400);
  return {
    name: 'rubbish tokens, let in',
    figure: isRefused ? `0 (${kinds}, ${broken} broken)` : kinds,
    goal: '0',
    isReached: isRefused,
  };
}

/** Strangers that open the page of the account again and again. How many rows that may write is judged elsewhere. */
export async function makeRows({ instance, port, size }: HostileGround): Promise<Figure> {
  const rows = async (): Promise<number> => {
    const [row] = await instance.database.query('select count(*)::int as count from identity.sign_in');
    return Number(row?.['count'] ?? 0);
  };
  const before = await rows();
  const floods = await Promise.all(
    Array.from({ length: rowMakers }, (_, maker) =>
      openLoop({
        port,
        localAddress: `127.0.4.${maker + 1}`,
        connections: 4,
        seconds: size.floodSeconds,
        perSecond: pagesPerSecond,
        nextRequest: () => 'GET /account/01 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
      }),
    ),
  );
  const requests = floods.reduce((sum, { broken, samples }) => sum + samples.length + broken, 0);
  return {
    name: 'row makers, rows written',
    figure: `${(await rows()) - before} by ${requests} anonymous requests and the bystanders`,
    goal: 'told, not judged',
    isReached: true,
  };
}
