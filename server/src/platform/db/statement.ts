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

/** One SQL text with its values, ready to be bound. The name lets every connection prepare it once. */
export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never present; carries the row type from the query to the one who reads it. */
  readonly rowType?: Row;
}

/** Something Kysely can compile; `O` is the row it yields. */
interface Compilable<O> {
  compile(): CompiledQuery<O>;
}

/** A named hole in a statement that is compiled once and filled on every call. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The holes of a statement, by name. */
export type Slots<Input> = { readonly [Name in keyof Input]-?: RawBuilder<Input[Name]> };

/**
 * Tables of one capability. A store can name only what is listed in `Tables`, so another capability's table does
 * not compile; the schema is prefixed here, once.
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

/**
 * A statement whose text never changes. Building and compiling a query costs more CPU than running it, so it is
 * done at the first call; afterwards a call only fills in the values.
 */
export function statement<Input extends object>(): <Row>(
  build: (slots: Slots<Input>) => Compilable<Row>,
) => (input: Input) => Statement<Row> {
  return <Row>(build: (slots: Slots<Input>) => Compilable<Row>) => {
    let compiled: { name: string; text: string; pick: readonly unknown[] } | undefined;
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

/** A statement whose text depends on the call, such as a list with optional filters. */
export function dynamicStatement<Row>(query: Compilable<Row>): Statement<Row> {
  const { sql: text, parameters } = query.compile();
  return { name: nameOf(text), text, values: parameters };
}

/** A statement written as SQL, for what belongs to the platform itself. */
export function plainStatement<Row = unknown>(text: string): (values: readonly unknown[]) => Statement<Row> {
  const name = nameOf(text);
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
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the proxy has a slot for every name asked of it
  const slots = proxy as Slots<Input>;
  const { sql: text, parameters } = build(slots).compile();
  return { name: nameOf(text), text, pick: parameters };
}

function fill(value: unknown, input: object): unknown {
  return value instanceof Slot ? Reflect.get(input, value.name) : value;
}

const namesMax = 10_000;
const names = new Map<string, string>();

/** Distinct texts get distinct names; a hash, so that every process and every connection agrees. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  if (names.size < namesMax) names.set(text, name);
  return name;
}
