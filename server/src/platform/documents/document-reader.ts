/** Reads the bytes of a document; runs in a thread. Its options and its result must be cloneable. */
export type ReadFunction<Options, Result> = (bytes: Uint8Array, options: Options) => Result;

/**
 * Names a module that reads documents in a thread. The module exports a `read` function; parsing and mapping run there,
 * and only the mapped result returns. Ten thousand objects in a result would block the event loop for about 50 ms while
 * they are copied: return a summary, and long lists as bytes.
 */
export interface DocumentReader<Options, Result> {
  readonly module: string;
  /** Never present; connects the types of `read` with the name of its module. */
  readonly read?: ReadFunction<Options, Result>;
}

/** Declares a reader: `documentReader<typeof read>(new URL('./orders-reader.ts', import.meta.url))`. */
export function documentReader<Read extends (bytes: Uint8Array, options: never) => unknown>(
  module: URL,
): DocumentReader<Parameters<Read>[1], ReturnType<Read>> {
  return { module: module.href };
}
