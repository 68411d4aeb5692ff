/** The remote server took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  readonly code = 'ETIMEDOUT';
}

/** Waits for the work until a time of `performance.now()`; the work itself continues afterwards. */
export async function withDeadline<Value>(deadline: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DeadlineExceeded('no response in time')),
    deadline - performance.now(),
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
