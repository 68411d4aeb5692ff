import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';

const body = JSON.stringify({
  startsAt: '2097-01-10T01:00:00Z',
  endsAt: '2097-01-10T03:00:00Z',
  messages: { en: 'We are improving our systems and will be back soon.', nl: 'Wij zijn zo terug.' },
});

/**
 * Returns requests that plan a maintenance window, as bytes, each with its own key. The rate limit is 120 writes per
 * minute and employee, so many employees take part.
 */
export async function planRequests(mint: TokenMint, employees: number): Promise<() => string> {
  const tokens = await Promise.all(
    Array.from({ length: employees }, (_, index) =>
      mint.mint({
        kind: 'employee',
        id: `employee-${index}`,
        roles: ['maintenance'],
        validForSeconds: 7_200,
      }),
    ),
  );
  const run = Date.now().toString(36);
  let count = 0;
  return () => {
    count += 1;
    return [
      'POST /api/configuration/maintenance-windows HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${tokens[count % employees]}`,
      'content-type: application/json',
      `idempotency-key: harness-${run}-${String(count).padStart(10, '0')}`,
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  };
}
