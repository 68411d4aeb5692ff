import pg from 'pg';
import { failureInUse, failureOf } from '#platform/db/failure.ts';

export interface PatientPoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly applicationName: string;
  /** Called for every connection that was lost in use. */
  readonly onLost: () => void;
}

const connectTimeoutMs = 3_000;
const tryAgainMs = 500;
/** The only state after which the job runner repeats a statement without a long pause. */
const repeatState = '40001';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * The job runner does not await the statements that release a job: a failure would be unhandled and end the process. So
 * the runner's connections do not fail: acquiring one lasts until the database is available again, and a statement that
 * lost its connection is repeated. All of them may be.
 */
export class PatientPool extends pg.Pool {
  readonly #onLost: () => void;

  constructor({ url, connectionsMax, applicationName, onLost }: PatientPoolOptions) {
    super({
      connectionString: url,
      max: connectionsMax,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    this.#onLost = onLost;
    // A connection lost while idle is replaced; one lost in use fails its statement and nothing else.
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback);
    return this.#connectPatiently();
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return this.#repeating(await super.connect());
      } catch {
        // No caller waits for a pool that is ending, and a rejection would end the process before it has stopped.
        if (this.ending) return new Promise(() => undefined);
        // Any reason may be temporary: connections of this pool were opened before.
        await pause(tryAgainMs);
      }
    }
  }

  #repeating(client: pg.PoolClient): pg.PoolClient {
    const query = async (text: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> => {
      try {
        return await client.query(text, values);
      } catch (error) {
        const failure = error instanceof Error ? failureInUse(error) : error;
        if (failureOf(failure).kind !== 'lost') throw error;
        this.#onLost();
        throw Object.assign(new Error('the connection was lost', { cause: error }), { code: repeatState });
      }
    };
    return new Proxy(client, {
      get: (target, name): unknown => {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const bound: unknown = value.bind(target);
        return bound;
      },
    });
  }
}

/** Waiting for a database must not keep a process alive that has nothing else to do. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
