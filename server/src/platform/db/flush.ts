import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { failureInUse, isStalePlan } from './failure.ts';
import type { Statement } from './statement.ts';
import { parserFor, toParameter } from './values.ts';

/** What the pool remembers of one connection: which statements it has prepared and what their rows look like. */
export interface Prepared {
  readonly columns: Map<string, readonly Column[]>;
  /** To be parsed anew: the server may or may not know the name, or knows it with rows of another shape. */
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

/** Beyond this many, a connection runs new texts without keeping them prepared. */
const preparedMax = 1_000;

const syncMessage = serialize.sync();
const executeMessage = serialize.execute();
const describeMessage = serialize.describe({ type: 'P', name: '' });

/**
 * Several statements in one write and one wait: the whole of a command's save, or of its load, is one round trip.
 * The server runs them in order and skips the rest after the first error.
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

  /** How many statements the server has finished; tells how far a broken flush got. */
  get completed(): number {
    return this.#outcomes.length;
  }

  /** One buffer, one write: many small ones would cost a system call's worth each. */
  submit(connection: Connection): Error | undefined {
    const messages: Buffer[] = [];
    try {
      for (const statement of this.#statements) this.#serialize(statement, messages);
      // Nothing was sent. The driver passes on what is returned; what is thrown would stop its queue for ever.
    } catch (error) {
      this.#unsendable = error instanceof Error ? error : new Error('not sendable', { cause: error });
      return this.#unsendable;
    }
    messages.push(syncMessage);
    this.#stream = connection.stream;
    connection.stream.write(Buffer.concat(messages));
    return undefined;
  }

  /** Gives up waiting: the connection is cut, nothing is cancelled, and what was sent may or may not have happened. */
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
      // A value that cannot be parsed must not leave the connection waiting for an answer it already has.
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error('row not readable', { cause: error });
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
    this.#failure = new Error('COPY does not go through a flush');
  }

  handleCopyData(): void {
    this.#failure = new Error('COPY does not go through a flush');
  }
}

/** `INSERT 0 3` → 3, `SELECT 2` → 2, `BEGIN` → the rows that came. */
function countOf(tag: string, rowsSeen: number): number {
  const last = tag.slice(tag.lastIndexOf(' ') + 1);
  return /^\d+$/.test(last) ? Number(last) : rowsSeen;
}
