/** Ends what was started, the last first. */
export interface Shutdown {
  /** Adds what is done at the end. */
  add(stop: () => Promise<unknown> | void): void;
  /** Does all of it once, and ends this process. */
  run(exitCode: number): Promise<void>;
}

/** Creates a shutdown that Ctrl-C runs. A second Ctrl-C changes nothing: PostgreSQL must not be left behind. */
export function createShutdown(): Shutdown {
  const stops: (() => Promise<unknown> | void)[] = [];
  let running: Promise<void> | undefined;
  const stopAll = async (exitCode: number): Promise<void> => {
    for (const stop of stops.toReversed()) {
      try {
        await stop();
        // The others must be stopped all the same.
      } catch (error) {
        console.error(error);
      }
    }
    process.exit(exitCode);
  };
  const run = (exitCode: number): Promise<void> => {
    running ??= stopAll(exitCode);
    return running;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void run(0));
  return { add: (stop) => void stops.push(stop), run };
}
