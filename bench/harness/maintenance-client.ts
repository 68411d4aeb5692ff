import type { TokenMint } from '../../server/src/platform/testing/token-mint.ts';

/** The part of a response that must be the same for every repetition. */
export interface WindowResponse {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** A request to plan a maintenance window; a repetition uses the same key. */
export interface WindowRequest {
  readonly port: number;
  readonly token: string;
  readonly key: string;
  readonly message: string;
}

const path = '/api/configuration/maintenance-windows';
const answerTimeoutMs = 15_000;
/** Far in the future, so that no window closes a bank during a run. */
const startsAt = '2099-01-01T00:00:00Z';

/** Returns undefined when no response came: the outcome is unknown. */
export async function planWindow(request: WindowRequest): Promise<WindowResponse | undefined> {
  const { port, token, key, message } = request;
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ startsAt, messages: { en: message } }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location') ?? undefined,
      retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    };
    // The caller cannot know the outcome, for any error.
  } catch {
    return undefined;
  }
}

/** Returns a token of an employee who may plan maintenance. Rate limits count per person, so a run needs many. */
export function plannerToken(mint: TokenMint, employeeId: string, bankId: string): Promise<string> {
  return mint.mint({ kind: 'employee', id: employeeId, roles: ['maintenance'], banks: [bankId] });
}
