import { join } from 'node:path';
import { type ApiProcess, apiProcess } from './api-process.ts';

/** The processes of a bank that executes payments. */
export interface PaymentProcesses {
  readonly api: ApiProcess;
  readonly worker: ApiProcess;
}

/** Ports at which the processes reach PostgreSQL, for example those of proxies. */
export type DatabasePorts = Readonly<Record<keyof PaymentProcesses, number>>;

export interface PaymentProcessesOptions {
  /** For the logs. */
  readonly folder: string;
  /** Settings of both. */
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly workerPort: number;
  /** Settings of the listeners for third parties, for the api. */
  readonly listeners: Readonly<Record<string, string>>;
  /** Options of Node for the api. */
  readonly nodeArgs: readonly string[];
}

/** Returns both processes, not started. */
export function paymentProcesses(
  { env, folder, listeners, nodeArgs, port, workerPort }: PaymentProcessesOptions,
  databasePorts?: DatabasePorts,
): PaymentProcesses {
  return {
    api: apiProcess({
      port,
      nodeArgs,
      logFile: join(folder, 'api.log'),
      env: { ...env, ...listeners, ...databasesAt(env, databasePorts?.api) },
    }),
    worker: apiProcess({
      args: ['server/src/main.ts', 'worker'],
      listenSetting: 'PORTICO_WORKER_LISTEN',
      port: workerPort,
      logFile: join(folder, 'worker.log'),
      env: { ...env, ...databasesAt(env, databasePorts?.worker) },
    }),
  };
}

const databaseSettings = ['PORTICO_DATABASE_URL', 'PORTICO_DATABASE_WORKER_URL'] as const;

function databasesAt(
  settings: Readonly<Record<string, string>>,
  port: number | undefined,
): Readonly<Record<string, string>> {
  if (port === undefined) return {};
  return Object.fromEntries(
    databaseSettings.map((name) => {
      const url = new URL(settings[name] ?? '');
      url.port = String(port);
      return [name, url.href];
    }),
  );
}
