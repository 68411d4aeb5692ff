/** A reader of tests that exceeds a limit or fails. */
export function read(bytes: Uint8Array, options: { readonly fault: 'loop' | 'memory' | 'error' }): number {
  const kept: number[][] = [];
  if (options.fault === 'error') throw new Error('secret-canary');
  for (;;)
    if (options.fault === 'memory') kept.push(Array.from({ length: 100_000 }, (_, at) => at + bytes.length));
}
