import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';

/**
 * What a statement does: `select` reads, `lock` reads and locks rows or takes an advisory lock, `write` changes
 * something, with or without rows to return, `control` begins or ends a transaction. The gate compares it with the text.
 */
export type StatementKind = 'select' | 'lock' | 'write' | 'control';

/** One SQL text with its values, ready to be bound. Its name lets every connection prepare it once. */
export interface Statement<Row = unknown, Kind extends StatementKind = StatementKind> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never present; carries the row type from the query to its reader. */
  readonly rowType?: Row;
  /** Never present; lets a parameter accept some kinds only. */
  readonly kind?: Kind;
}

/** Something Kysely can compile; `O` is the row it yields. */
interface Compilable<O> {
  compile(): CompiledQuery<O>;
}

/** A named placeholder in a statement that is compiled once and filled on every call. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Where the value of one parameter comes from: a member of the input, or the definition itself. */
export type ParameterSource = { readonly slot: string } | { readonly value: unknown };

/** A statement as it is defined: its text, and the source of each parameter. Absent for SQL with free values. */
export interface Definition {
  readonly kind: StatementKind;
  readonly text: string;
  readonly parameters: readonly ParameterSource[] | undefined;
}

let onDefinition: ((compile: () => Definition) => void) | undefined;

/**
 * Calls `observer` for every statement that is defined from now on, on the stack of the definition, until the returned
 * function is called. The gate finds the statements of all stores in this way; the product never calls this.
 */
export function observeDefinitions(observer: (compile: () => Definition) => void): () => void {
  onDefinition = observer;
  return () => {
    onDefinition = undefined;
  };
}

/** The placeholders of a statement, by name. */
export type Slots<Input> = { readonly [Name in keyof Input]-?: RawBuilder<Input[Name]> };

/**
 * Returns the tables of one capability. A store can name only what is listed in `Tables`, so another capability's table
 * does not compile; the schema is prefixed here, once.
 */
export function tablesOf<Tables>(schema: string): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema(schema);
}

/** Builds a statement from its slots. */
type Build<Input, Row> = (slots: Slots<Input>) => Compilable<Row>;

/** Takes the query; returns the function that fills it. */
type Define<Input, Kind extends StatementKind> = <Row>(
  build: Build<Input, Row>,
) => (input: Input) => Statement<Row, Kind>;

/**
 * Defines a statement whose text never changes. Building and compiling a query costs more CPU than running it, so it is
 * done at the first call; later calls only fill in the values. Without a kind it is a `select`.
 */
export function statement<Input extends object>(): Define<Input, 'select'>;
export function statement<Input extends object>(kind: 'lock'): Define<Input, 'lock'>;
export function statement<Input extends object>(kind: 'write'): Define<Input, 'write'>;
export function statement<Input extends object>(
  kind: StatementKind = 'select',
): Define<Input, StatementKind> {
  return <Row>(build: Build<Input, Row>) => {
    let compiled: { name: string; text: string; pick: readonly unknown[] } | undefined;
    onDefinition?.(() => definitionOf(kind, compileOnce(build)));
    return (input: Input): Statement<Row> => {
      compiled ??= compileOnce(build);
      return {
        name: compiled.name,
        text: compiled.text,
        values: compiled.pick.map((value) => fill(value, input)),
      };
    };
  };
}

/** Builds a query whose text depends on the call, such as a list with optional filters. */
export function dynamicStatement<Row>(query: Compilable<Row>): Statement<Row, 'select'> {
  const { sql: text, parameters } = query.compile();
  onDefinition?.(() => definitionOf('select', { text, pick: parameters }));
  return { name: nameOf(text), text, values: parameters };
}

/** Defines a statement written as SQL, for the platform's own tables. Without a kind it is a `select`. */
export function plainStatement<Row = unknown>(
  text: string,
): (values: readonly unknown[]) => Statement<Row, 'select'>;
export function plainStatement<Row = unknown>(
  text: string,
  kind: 'lock',
): (values: readonly unknown[]) => Statement<Row, 'lock'>;
export function plainStatement<Row = unknown>(
  text: string,
  kind: 'write',
): (values: readonly unknown[]) => Statement<Row, 'write'>;
export function plainStatement(
  text: string,
  kind: 'control',
): (values: readonly unknown[]) => Statement<unknown, 'control'>;
export function plainStatement<Row>(
  text: string,
  kind: StatementKind = 'select',
): (values: readonly unknown[]) => Statement<Row> {
  const name = nameOf(text);
  onDefinition?.(() => ({ kind, text, parameters: undefined }));
  return (values) => ({ name, text, values });
}

function compileOnce<Input extends object>(
  build: (slots: Slots<Input>) => Compilable<unknown>,
): {
  name: string;
  text: string;
  pick: readonly unknown[];
} {
  const proxy: unknown = new Proxy({}, { get: (_, name) => sql`${new Slot(String(name))}` });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the proxy has a slot for every name
  const slots = proxy as Slots<Input>;
  const { sql: text, parameters } = build(slots).compile();
  return { name: nameOf(text), text, pick: parameters };
}

function definitionOf(
  kind: StatementKind,
  { text, pick }: { text: string; pick: readonly unknown[] },
): Definition {
  const parameters = pick.map((value) => (value instanceof Slot ? { slot: value.name } : { value }));
  return { kind, text, parameters };
}

function fill(value: unknown, input: object): unknown {
  return value instanceof Slot ? Reflect.get(input, value.name) : value;
}

const namesMax = 10_000;
const names = new Map<string, string>();

/** Returns a distinct name for each text; a hash, so that all processes and connections agree. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  if (names.size < namesMax) names.set(text, name);
  return name;
}
