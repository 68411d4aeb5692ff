/** There are as many at once as may be. */
export class TooMany extends Error {
  override readonly name = 'TooMany';
}

/** Lets so many through at the same time; who comes beyond that is turned away, because nobody may wait for ever. */
export function createTurnstile(atOnceMax: number): <Result>(pass: () => Promise<Result>) => Promise<Result> {
  let inside = 0;
  return async (pass) => {
    if (inside >= atOnceMax) throw new TooMany('too many at once');
    inside += 1;
    try {
      return await pass();
    } finally {
      inside -= 1;
    }
  };
}
