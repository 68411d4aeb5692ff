/** What came of an attempt. */
export type SendResult =
  | { readonly kind: 'taken' }
  /** The receiver may take it later. */
  | { readonly kind: 'failed'; readonly failure: string }
  /** The address is not one that the bank calls: no attempt reaches it. */
  | { readonly kind: 'forbidden'; readonly failure: string };

/** What becomes of a message. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly waitSeconds: number; readonly failure: string }
  | { readonly kind: 'dead'; readonly failure: string };

/** Returns what follows from an attempt. `attempts` counts this one. */
export function settlementOf(
  result: SendResult,
  { attempts, waitsSeconds }: { readonly attempts: number; readonly waitsSeconds: readonly number[] },
): Settlement {
  switch (result.kind) {
    case 'taken':
      return { kind: 'delivered' };
    case 'forbidden':
      return { kind: 'dead', failure: result.failure };
    case 'failed': {
      const waitSeconds = waitsSeconds[attempts - 1];
      return waitSeconds === undefined
        ? { kind: 'dead', failure: result.failure }
        : { kind: 'again', waitSeconds, failure: result.failure };
    }
  }
}

/** SPEC xs2a 7.6 has 200; any other success is one too. The body is not read. */
export function resultOf(status: number): SendResult {
  return status >= 200 && status < 300 ? { kind: 'taken' } : { kind: 'failed', failure: `status ${status}` };
}
