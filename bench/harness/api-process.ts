import { isReady, type Program, startProgram, until } from './processes.ts';

/** An api that can be killed and started again at the same address. */
export interface ApiProcess {
  readonly port: number;
  /** Process id of the last start. */
  pid(): number;
  /** Whether the process that was started last has not ended. */
  isRunning(): boolean;
  /** Starts the process and waits until it is ready. */
  start(): Promise<void>;
  /** Kills the process; returns after its end. */
  kill(): Promise<void>;
  /** Asks the process to stop; returns its exit code or signal. */
  stop(): Promise<Awaited<Program['ended']>>;
}

export interface ApiProcessOptions {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly nodeArgs?: readonly string[];
  /** Another program than the product's own. */
  readonly args?: readonly string[];
  /** Setting that names its address; a worker has another one than the api. */
  readonly listenSetting?: 'PORTICO_HTTP_LISTEN' | 'PORTICO_WORKER_LISTEN';
}

const productApi = ['server/src/main.ts', 'api'] as const;

export function apiProcess({
  args = productApi,
  env,
  listenSetting = 'PORTICO_HTTP_LISTEN',
  logFile,
  nodeArgs = [],
  port,
}: ApiProcessOptions): ApiProcess {
  let program: Program | undefined;
  const end = async (signal: NodeJS.Signals): Promise<Awaited<Program['ended']>> => {
    program?.kill(signal);
    return (await program?.ended) ?? null;
  };
  return {
    port,
    pid: () => program?.pid ?? -1,
    isRunning: () => program?.child.exitCode === null && program.child.signalCode === null,
    async start() {
      program = startProgram({
        args,
        nodeArgs,
        env: { ...env, [listenSetting]: `127.0.0.1:${port}` },
        logFile,
      });
      await until(() => isReady(port), `the process on ${port}`);
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}
