import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';

/** A kind of request, created again for each round. */
export interface TokenTraffic {
  readonly name: string;
  /** Expected status of every response. */
  readonly status: number;
  prepare(): Promise<{ readonly next: () => string; readonly count: number }>;
}

/** Number of callers; the rate limit of each is 600 requests per minute. */
const employees = 1_000;
const openPath = '/v1/monitoring/liveness';
const guardedPath = '/api/configuration/maintenance-windows/not-an-id';

/**
 * Creates requests on routes with little work: liveness, which is the same for all callers, and a protected route
 * that refuses a malformed parameter after authentication. They differ only in caller and credentials.
 */
export async function tokenTraffic(
  mint: TokenMint,
  { baseUrl, requestsPerTurn }: { readonly baseUrl: string; readonly requestsPerTurn: number },
): Promise<readonly TokenTraffic[]> {
  const life = { validForSeconds: 7_200 } as const;
  const bearers = await Promise.all(
    Array.from({ length: employees }, (_, index) =>
      mint.mint({ kind: 'employee', id: `bearer-${index}`, roles: ['maintenance'], ...life }),
    ),
  );
  const bound = await Promise.all(
    Array.from({ length: employees }, (_, index) =>
      mint.mint({
        kind: 'employee',
        id: `bound-${index}`,
        roles: ['maintenance'],
        boundTo: mint.wallet,
        ...life,
      }),
    ),
  );

  const repeated =
    (path: string, lines: (index: number) => readonly string[]): TokenTraffic['prepare'] =>
    async () => {
      let sent = 0;
      const next = (): string => requestText(path, lines((sent += 1)));
      return { next, count: Number.POSITIVE_INFINITY };
    };
  const bearer = (index: number): readonly string[] => [
    `authorization: Bearer ${bearers[index % employees]}`,
  ];

  return [
    { name: 'open route, no token', status: 200, prepare: repeated(openPath, () => []) },
    { name: 'open route, cached token', status: 200, prepare: repeated(openPath, bearer) },
    { name: 'protected route, cached token', status: 400, prepare: repeated(guardedPath, bearer) },
    {
      name: 'protected route, cached token and a new proof',
      status: 400,
      async prepare() {
        // A proof is valid once and for a minute, so each round has new ones, created before the measurement.
        const texts = await Promise.all(
          Array.from({ length: requestsPerTurn }, async (_, index) => {
            const token = bound[index % employees] ?? '';
            const dpop = await mint.wallet.prove({ method: 'GET', path: guardedPath, token, baseUrl });
            return requestText(guardedPath, [`authorization: DPoP ${token}`, `dpop: ${dpop}`]);
          }),
        );
        let sent = 0;
        return {
          count: requestsPerTurn,
          next: () => {
            sent += 1;
            return texts[sent - 1] ?? '';
          },
        };
      },
    },
  ];
}

function requestText(path: string, lines: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', ''].join('\r\n');
}
