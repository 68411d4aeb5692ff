import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';

/** One sort of request, made again for each turn. */
export interface TokenTraffic {
  readonly name: string;
  /** What every answer must be. */
  readonly status: number;
  prepare(): Promise<{ readonly next: () => string; readonly count: number }>;
}

/** One caller may ask 600 times a minute, so many take turns. */
const employees = 1_000;
const openPath = '/v1/monitoring/liveness';
const guardedPath = '/api/configuration/maintenance-windows/not-an-id';

/**
 * Requests on routes that do next to nothing: liveness, which says the same to everybody, and a guarded route that
 * finds its parameter malformed once the caller was let in. What differs between them is who calls, and how.
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
    { name: 'open route, remembered token', status: 200, prepare: repeated(openPath, bearer) },
    { name: 'guarded route, remembered token', status: 400, prepare: repeated(guardedPath, bearer) },
    {
      name: 'guarded route, remembered token and a new proof',
      status: 400,
      async prepare() {
        // A proof is good once and for a minute, so each turn has its own, made before anything is measured.
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
