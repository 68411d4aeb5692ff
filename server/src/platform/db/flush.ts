import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { failureInUse, isStalePlan } from './failure.ts';
import type { Statement } from './statement.ts';
import { parserFor, toParameter } from './values.ts';

/** What the pool knows about one connection: which statements it has prepared and the columns of their rows. */
export interface Prepared {
  readonly columns: Map<string, readonly Column[]>;
  /** To be parsed again: the server may or may not know the name, or knows it with other columns. */
  readonly doubtful: Set<string>;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

export interface Outcome {
  readonly rows: readonly unknown[];
  readonly rowCount: number;
}

/** Above this number, a connection runs new texts without preparing them. */
const preparedMax = 1_000;

const syncMessage = serialize.sync();
const executeMessage = serialize.execute();
const describeMessage = serialize.describe({ type: 'P', name: '' });

/**
 * Several statements in one write and one wait: all writes of a command, or all its reads, are one round trip. The
 * server runs them in order and skips the rest after the first error.
 */
export class Flush implements Submittable {
  readonly #statements: readonly Statement[];
  readonly #prepared: Prepared;
  readonly #fresh = new Set<string>();
  readonly #outcomes: Outcome[] = [];
  readonly #promise: PromiseWithResolvers<readonly Outcome[]>;
  #stream: Connection['stream'] | undefined;
  #rows: unknown[] = [];
  #columns: readonly Column[] | undefined;
  #failure: Error | undefined;
  #unsendable: Error | undefined;

  constructor(statements: readonly Statement[], prepared: Prepared) {
    this.#statements = statements;
    this.#prepared = prepared;
    this.#promise = Promise.withResolvers();
  }

  get done(): Promise<readonly Outcome[]> {
    return this.#promise.promise;
  }

  /** Number of statements the server has finished; shows how far a broken flush got. */
  get completed(): number {
    return this.#outcomes.length;
  }

  /** One buffer and one write: many small writes would each cost a system call. */
  submit(connection: Connection): Error | undefined {
    const messages: Buffer[] = [];
    try {
      for (const statement of this.#statements) this.#serialize(statement, messages);
      // Nothing was sent. The driver passes on a returned error; a thrown one would stop its queue for ever.
    } catch (error) {
      this.#unsendable =
        error instanceof Error ? error : new Error('statement cannot be sent', { cause: error });
      return this.#unsendable;
    }
    messages.push(syncMessage);
    this.#stream = connection.stream;
    connection.stream.write(Buffer.concat(messages));
    return undefined;
  }

  /** Stops waiting: closes the connection and cancels nothing. What was sent may or may not have taken effect. */
  cut(): void {
    this.#stream?.destroy();
  }

  #serialize({ name, text, values }: Statement, messages: Buffer[]): void {
    const { columns, doubtful } = this.#prepared;
    const isKnown = columns.has(name);
    const statement = isKnown || columns.size < preparedMax ? name : '';
    if (!isKnown && !this.#fresh.has(name)) {
      if (doubtful.delete(name)) messages.push(serialize.close({ type: 'S', name }));
      messages.push(serialize.parse({ name: statement, text }));
      if (statement !== '') this.#fresh.add(name);
    }
    messages.push(serialize.bind({ statement, values: values.map(toParameter) }));
    if (!isKnown) messages.push(describeMessage);
    messages.push(executeMessage);
  }

  handleRowDescription(message: { fields: readonly FieldDef[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({ name, parse: parserFor(dataTypeID) }));
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    const statement = this.#statements[this.#outcomes.length];
    const columns = this.#columns ?? (statement && this.#prepared.columns.get(statement.name)) ?? [];
    try {
      const row: Record<string, unknown> = {};
      for (const [index, { name, parse }] of columns.entries()) {
        const text = message.fields[index];
        row[name] = text === null || text === undefined ? null : parse(text);
      }
      this.#rows.push(row);
      // A value that cannot be parsed must not leave the connection waiting for a response it already has.
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error('row cannot be parsed', { cause: error });
    }
  }

  handleCommandComplete(message: { text: string }): void {
    const statement = this.#statements[this.#outcomes.length];
    if (statement !== undefined && this.#fresh.delete(statement.name)) {
      this.#prepared.columns.set(statement.name, this.#columns ?? []);
    }
    this.#outcomes.push({ rows: this.#rows, rowCount: countOf(message.text, this.#rows.length) });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#promise.resolve(this.#outcomes);
    else this.#promise.reject(this.#failure);
  }

  handleError(error: Error): void {
    const { columns, doubtful } = this.#prepared;
    for (const name of this.#fresh) doubtful.add(name);
    if (isStalePlan(error)) {
      for (const name of columns.keys()) doubtful.add(name);
      columns.clear();
    }
    this.#promise.reject(error === this.#unsendable ? error : failureInUse(error));
  }

  handlePortalSuspended(): void {
    this.#failure = new Error('a portal was suspended though no row limit was set');
  }

  handleCopyInResponse(): void {
    this.#failure = new Error('COPY is not supported in a flush');
  }

  handleCopyData(): void {
    this.#failure = new Error('COPY is not supported in a flush');
  }
}

/** Returns the row count: `INSERT 0 3` → 3, `SELECT 2` → 2, `BEGIN` → the rows received. */
function countOf(tag: string, rowsSeen: number): number {
  const last = tag.slice(tag.lastIndexOf(' ') + 1);
  return /^\d+$/.test(last) ? Number(last) : rowsSeen;
}
