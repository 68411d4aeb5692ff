/** The far side took too long. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
  readonly code = 'ETIMEDOUT';
}

/** Waits for the work until a moment of `performance.now()`, and not a moment longer; the work itself goes on. */
export async function before<Value>(deadline: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TooSlow('no answer in time')), deadline - performance.now());
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
