import type { HostileDeps } from '../harness/attacked-api.ts';
import { openLoop } from '../harness/http-load.ts';
import type { Figure } from '../harness/report.ts';

const connections = 32;
const rubbishPerSecond = 200;

/** Sends requests with invalid tokens. */
export async function floodWithInvalidTokens({ port, size }: HostileDeps): Promise<Figure> {
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
  const responded = Object.entries(Object.groupBy(samples, ({ status }) => String(status)));
  const kinds = responded.map(([status, all]) => `${all?.length} × ${status}`).join(', ');
  const isRefused = samples.every(({ status }) => status >= 400);
  return {
    name: 'invalid tokens, accepted',
    figure: isRefused ? `0 (${kinds}, ${broken} broken)` : kinds,
    goal: '0',
    isReached: isRefused,
  };
}
