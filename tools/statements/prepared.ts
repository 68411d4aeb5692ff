import pg from 'pg';

/** A column that a prepared statement returns, as the server describes it. */
export interface PreparedColumn {
  readonly name: string;
  readonly typeOid: number;
  /** The column of a table it comes from; undefined for an expression. */
  readonly source: { readonly table: number; readonly column: number } | undefined;
}

/** What the server says about a statement it has parsed. */
export interface Prepared {
  readonly parameterOids: readonly number[];
  readonly columns: readonly PreparedColumn[];
}

/** Why the server does not parse a statement, with the place in its text. */
export interface Unparsed {
  readonly error: string;
  readonly near: string | undefined;
}

interface FieldMessage {
  readonly fields: readonly {
    readonly name: string;
    readonly dataTypeID: number;
    readonly tableID: number;
    readonly columnID: number;
  }[];
}

/** Parse and Describe, and nothing else: the statement is never executed. */
class Describing implements pg.Submittable {
  readonly #text: string;
  readonly #promise = Promise.withResolvers<Prepared>();
  #parameterOids: readonly number[] = [];
  #columns: readonly PreparedColumn[] = [];
  #connection: pg.Connection | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): Promise<Prepared> {
    return this.#promise.promise;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.on('parameterDescription', this.#onParameters);
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  readonly #onParameters = ({ dataTypeIDs }: { readonly dataTypeIDs: readonly number[] }): void => {
    this.#parameterOids = dataTypeIDs;
  };

  #end(): void {
    this.#connection?.off('parameterDescription', this.#onParameters);
  }

  handleRowDescription({ fields }: FieldMessage): void {
    this.#columns = fields.map(({ columnID, dataTypeID, name, tableID }) => ({
      name,
      typeOid: dataTypeID,
      source: tableID === 0 ? undefined : { table: tableID, column: columnID },
    }));
  }

  handleReadyForQuery(): void {
    this.#end();
    this.#promise.resolve({ parameterOids: this.#parameterOids, columns: this.#columns });
  }

  handleError(error: Error): void {
    this.#end();
    this.#promise.reject(error);
  }
}

/** Parses one statement; what the server rejects is an answer, everything else is thrown. */
export async function prepareStatement(client: pg.Client, text: string): Promise<Prepared | Unparsed> {
  const describing = new Describing(text);
  client.query(describing);
  try {
    return await describing.done;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { error: error.message, near: nearOf(text, error.position) };
  }
}

const nearMax = 60;

/** The text from where the server points to, on one line. */
function nearOf(text: string, position: string | undefined): string | undefined {
  if (position === undefined) return undefined;
  return text
    .slice(Number(position) - 1)
    .replaceAll(/\s+/g, ' ')
    .slice(0, nearMax);
}
