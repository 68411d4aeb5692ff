import type { StatementKind } from '../../server/src/platform/db/statement.ts';

/** What the catalogue of the migrated database knows, as far as samples need it. */
export interface SampleCatalogue {
  /** Columns of each table, with their types; the key is `schema.table`. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Names of the parameters of our own functions; the key is `schema.function`. */
  readonly functions: ReadonlyMap<string, readonly string[]>;
}

/** A statement as the registry sees it. */
export interface RegisteredStatement {
  /** The file, and the line where the statement is defined. */
  readonly place: string;
  readonly kind: StatementKind;
  readonly text: string;
  /** The member of the input for each parameter, or a value that the definition sets. Undefined for plain SQL. */
  readonly parameters: readonly ({ readonly slot: string } | { readonly value: unknown })[] | undefined;
}

type Comparison = '=' | '<' | '<=' | '>' | '>=' | '<>' | 'like';

/** The column that a parameter is compared with or written to. */
export interface ColumnSource {
  readonly column: string;
  readonly table: string;
  readonly comparison: Comparison;
  readonly isWritten: boolean;
}

/** Where a sample value for one parameter comes from. */
export type ParameterSource =
  | ColumnSource
  /** The definition sets the value. */
  | { readonly value: unknown; readonly compared: ColumnSource | undefined }
  | { readonly type: string }
  | { readonly now: true; readonly isUpperBound: boolean };

/** Names of times that the product takes from its clock. */
const clockNames = /^(?:now|at|today|read_at|it_is|counted_at)$/;

const comparisonPattern =
  /(?:("?\w+"?)\.)?"?(\w+)"?\s*(?:::\w+)?\s*(=|<=|>=|<>|<|>|like)\s*(?:any\s*\(|all\s*\()?\s*\(?\s*\$(\d+)/gi;
const reversedPattern =
  /\$(\d+)(?:::\w+(?:\[\])?)?\s*(=|<=|>=|<|>)\s*(?:any\s*\()?(?:("?\w+"?)\.)?"?([a-z_]+)"?/gi;
const rowPattern = /\(([\w".,\s]+)\)\s*(>|<)\s*\(((?:[^()]|\([^()]*\))*)\)/gi;
const reversed: Readonly<Record<string, Comparison>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '=': '=',
};

interface Found {
  readonly column: string;
  readonly alias: string | undefined;
  readonly comparison: Comparison;
  readonly isWritten: boolean;
}

/** Finds the source of a sample value for each parameter; undefined where only an explicit sample can help. */
export function parameterSources(
  statement: RegisteredStatement,
  types: readonly string[],
  catalogue: SampleCatalogue,
): readonly (ParameterSource | undefined)[] {
  const text = statement.text.replaceAll(/\s+/g, ' ');
  const tables = tablesIn(text, catalogue);
  const found = columnsIn(text, catalogue);
  return types.map((type, index) => {
    const parameter = statement.parameters?.[index];
    const compared = found.get(index + 1) ?? [];
    if (isFixed(parameter)) return { ...parameter, compared: columnOf(compared, tables, catalogue) };
    const name = slotOf(parameter);
    const isUpperBound = compared.some(({ comparison }) => comparison.startsWith('<'));
    if (name !== undefined && isTime(type) && clockNames.test(name)) return { now: true, isUpperBound };
    const candidates = [...compared, ...(name === undefined ? [] : namesOf(name).map(equalTo))];
    return columnOf(candidates, tables, catalogue) ?? sourceOfType(type, parameter, isUpperBound);
  });
}

/** Whether the definition sets the value, and not only the sample that produced the text. */
function isFixed(parameter: RegisteredParameter): parameter is { readonly value: unknown } {
  return parameter !== undefined && 'value' in parameter && !isMarker(parameter.value);
}

function slotOf(parameter: RegisteredParameter): string | undefined {
  return parameter !== undefined && 'slot' in parameter ? snakeCase(parameter.slot) : undefined;
}

function isTime(type: string): boolean {
  return /^(?:timestamp|date)/.test(type);
}

/** The first candidate that a table of the statement has. */
function columnOf(
  candidates: readonly Found[],
  tables: ReadonlyMap<string, string>,
  catalogue: SampleCatalogue,
): ColumnSource | undefined {
  for (const candidate of candidates) {
    const table = tableOf(candidate, tables, catalogue);
    if (table !== undefined) return { ...candidate, table };
  }
  return undefined;
}

/** Sample inputs of `tools/statements/samples.ts` that stand for a bank, a customer or an id. */
const markers: readonly unknown[] = ['00', '1', '2', 'client'];

function isMarker(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isMarker) : markers.includes(value);
}

function equalTo(column: string): Found {
  return { column, alias: undefined, comparison: '=', isWritten: false };
}

/** Types whose value does not decide which rows are found. */
function sourceOfType(
  type: string,
  parameter: RegisteredParameter,
  isUpperBound: boolean,
): ParameterSource | undefined {
  if (isTime(type)) return { now: true, isUpperBound };
  if (/^(?:integer|bigint|smallint|numeric|double precision|boolean|interval|jsonb|json)/.test(type))
    return { type };
  if (parameter !== undefined && 'value' in parameter) return { ...parameter, compared: undefined };
  return undefined;
}

type RegisteredParameter = NonNullable<RegisteredStatement['parameters']>[number] | undefined;

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The column that a name means: itself, or the singular of a list. */
function namesOf(name: string): readonly string[] {
  const singular = name
    .replace(/ies$/, 'y')
    .replace(/(x|ss)es$/, '$1')
    .replace(/s$/, '');
  return singular === name ? [name] : [name, singular];
}

function tablesIn(text: string, { columns }: SampleCatalogue): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  for (const [, schema = '', table = '', alias] of text.matchAll(
    /"?(\w+)"?\."?(\w+)"?(?: (?:as )?"?(\w+)"?)?/gi,
  )) {
    const name = `${schema}.${table}`;
    if (!columns.has(name)) continue;
    tables.set(table, name);
    if (alias !== undefined) tables.set(alias, name);
  }
  return tables;
}

function tableOf(
  { alias, column }: Found,
  tables: ReadonlyMap<string, string>,
  { columns }: SampleCatalogue,
): string | undefined {
  const named = alias === undefined ? undefined : tables.get(alias.replaceAll('"', ''));
  return [...(named === undefined ? [] : [named]), ...tables.values()].find((table) =>
    columns.get(table)?.has(column),
  );
}

/** The columns that each parameter is compared with or written to, in the order of the text. */
function columnsIn(text: string, catalogue: SampleCatalogue): ReadonlyMap<number, readonly Found[]> {
  const found = new Map<number, Found[]>();
  const add = (parameter: number, one: Found): void => {
    found.set(parameter, [...(found.get(parameter) ?? []), one]);
  };
  const setUntil = updatesIn(text);
  for (const { 1: alias, 2: column = '', 3: operator = '=', 4: number, index } of text.matchAll(
    comparisonPattern,
  ))
    add(Number(number), { alias, column, comparison: comparisonOf(operator), isWritten: setUntil(index) });
  for (const [, number, operator = '=', alias, column = ''] of text.matchAll(reversedPattern))
    add(Number(number), { alias, column, comparison: reversed[operator] ?? '=', isWritten: false });
  for (const { column, comparison, number } of [...rowComparisons(text), ...listsIn(text, catalogue)])
    add(number, {
      alias: undefined,
      column,
      comparison,
      isWritten: comparison === '=' && /^\s*insert/i.test(text),
    });
  return found;
}

function comparisonOf(operator: string): Comparison {
  const known: readonly Comparison[] = ['=', '<', '<=', '>', '>=', '<>', 'like'];
  return known.find((one) => one === operator.toLowerCase()) ?? '=';
}

/** Tells whether a place in the text is in the SET list of an UPDATE. */
function updatesIn(text: string): (index: number) => boolean {
  const spans = [...text.matchAll(/\bset\b(.*?)(?:\bwhere\b|\bfrom\b|$)/gi)].map(({ 0: span, index }) => ({
    start: index,
    end: index + span.length,
  }));
  return (index) => spans.some(({ end, start }) => start <= index && index < end);
}

interface Listed {
  readonly number: number;
  readonly column: string;
  readonly comparison: Comparison;
}

function* rowComparisons(text: string): Generator<Listed> {
  for (const [, left = '', operator = '>', right = ''] of text.matchAll(rowPattern)) {
    const columns = namesIn(left);
    for (const [index, value] of splitList(right).entries())
      for (const [, number] of value.matchAll(/\$(\d+)/g))
        yield { number: Number(number), column: columns[index] ?? '', comparison: comparisonOf(operator) };
  }
}

/** Parameters that stand in a list beside a list of names: rows to insert, arrays to unnest, arguments of functions. */
function* listsIn(text: string, { functions }: SampleCatalogue): Generator<Listed> {
  const lists = [
    ...groups(text, /insert into [\w."]+ (?:as \w+ )?\(([^)]*)\) (?:values \(|select )(.*)/gi).map(
      ([names, values]) => ({ names: namesIn(names), values }),
    ),
    ...groups(text, /unnest\(((?:[^()]|\([^()]*\))*)\)(?: with ordinality)? (?:as )?\w+ ?\(([^)]*)\)/gi).map(
      ([values, names]) => ({ names: namesIn(names), values }),
    ),
    ...groups(text, /unnest\((\$\d+[^()]*)\) (?:as )?(\w+)/gi).map(([values, name]) => ({
      names: [name],
      values,
    })),
    ...groups(text, /(\w+\.\w+)\(((?:[^()]|\([^()]*\))*)\)/g).map(([name, values]) => ({
      names: (functions.get(name) ?? []).map(columnOfArgument),
      values,
    })),
  ];
  for (const { names, values } of lists) yield* paired(names, values);
}

/** The two groups of every match. */
function groups(text: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second]);
}

/** Parameters of our functions have names that no column of their body has. */
function columnOfArgument(name: string): string {
  const known: Readonly<Record<string, string>> = {
    bank: 'bank_id',
    its_medium: 'medium',
    its_lane: 'lane',
    ids: 'communication_id',
    number: 'party_number',
    its_key: 'digest_key',
    owner: 'lease_owner',
  };
  return known[name] ?? name;
}

function* paired(names: readonly string[], values: string): Generator<Listed> {
  for (const [index, value] of splitList(values).entries()) {
    const [, number] = /^\s*\(?\$(\d+)/.exec(value) ?? [];
    const column = names[index];
    if (number !== undefined && column !== undefined)
      yield { number: Number(number), column, comparison: column === 'at' ? '<=' : '=' };
  }
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map(
    (name) =>
      name
        .trim()
        .replaceAll('"', '')
        .replace(/^\w+\./, '')
        .split(' ')[0] ?? '',
  );
}

/** Splits at the commas that are in no parentheses; ends where a parenthesis closes that was not opened. */
function splitList(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of list) {
    if ('(['.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    if (depth < 0) break;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}
