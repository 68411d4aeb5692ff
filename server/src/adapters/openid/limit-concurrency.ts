/** The maximum number of concurrent calls is reached. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
}

/** Limits concurrent calls; rejects further calls at once instead of queueing them. */
export function limitConcurrency(
  atOnceMax: number,
): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  return async (call) => {
    if (running >= atOnceMax) throw new TooManyCalls('too many concurrent calls');
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
    }
  };
}
