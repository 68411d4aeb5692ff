import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';

/** What came back: all of it that must be the same every time. */
export interface WindowResponse {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** One wish to plan a maintenance window; asked again with the same key it is the same wish. */
export interface WindowRequest {
  readonly port: number;
  readonly token: string;
  readonly key: string;
  readonly message: string;
}

const path = '/api/configuration/maintenance-windows';
const answerTimeoutMs = 15_000;
/** Far away, so that no window ever closes a bank during a run. */
const startsAt = '2099-01-01T00:00:00Z';

/** Undefined when no answer came: the outcome is not known. */
export async function planWindow(request: WindowRequest): Promise<WindowResponse | undefined> {
  const { port, token, key, message } = request;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ startsAt, messages: { en: message } }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const retryAfter = answer.headers.get('retry-after');
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get('location') ?? undefined,
      retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    };
    // Whatever broke, the caller knows only that it knows nothing.
  } catch {
    return undefined;
  }
}

/** A member of staff who may plan maintenance. Limits count per person, so a run needs many of them. */
export function plannerToken(mint: TokenMint, employeeId: string, bankId: string): Promise<string> {
  return mint.mint({ kind: 'employee', id: employeeId, roles: ['maintenance'], banks: [bankId] });
}
