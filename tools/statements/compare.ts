import ts from 'typescript';
import type { Definition } from '../../server/src/platform/db/statement.ts';
import type { Analysis, Catalogue } from './catalogue.ts';
import type { DefinitionSite } from './definition-sites.ts';
import type { Prepared } from './prepared.ts';
import { type WireTypes, wireTypes } from './wire-types.ts';

/** One statement with all that is known about it: from the source, from the running module, from the server. */
export interface Checked {
  readonly site: DefinitionSite;
  readonly definition: Definition;
  readonly prepared: Prepared;
  /** Undefined for BEGIN, COMMIT and ROLLBACK, which name nothing. */
  readonly analysis: Analysis | undefined;
}

/** Compares statements with what their types declare. */
export class Comparison {
  readonly #checker: ts.TypeChecker;
  readonly #catalogue: Catalogue;
  readonly #wire: WireTypes;

  constructor(checker: ts.TypeChecker, catalogue: Catalogue) {
    this.#checker = checker;
    this.#catalogue = catalogue;
    this.#wire = wireTypes(checker);
  }

  errorsOf(checked: Checked): readonly string[] {
    return [...kindErrors(checked), ...this.#rowFaults(checked), ...this.#parameterFaults(checked)];
  }

  /** The row type and the columns name the same things, and each has the type and the nulls that are declared. */
  #rowFaults({ analysis, definition, prepared, site }: Checked): readonly string[] {
    const { row } = site;
    if (isUnread(row)) return [];
    const members = new Map(
      this.#checker.getPropertiesOfType(row).map((member) => [member.getName(), member]),
    );
    const columns = new Map(prepared.columns.map((column) => [column.name, column]));
    const twice = prepared.columns
      .map(({ name }) => name)
      .filter((name, at, all) => all.indexOf(name) !== at);
    const errors = twice.map((name) => `returns two columns named ${name}`);
    for (const name of members.keys())
      if (!columns.has(name)) errors.push(`the row type has ${name}, which the statement does not return`);
    for (const [name, column] of columns) {
      const member = members.get(name);
      if (member === undefined) {
        errors.push(`returns ${name}, which the row type does not have`);
        continue;
      }
      const declared = this.#checker.getTypeOfSymbol(member);
      const error =
        this.#wire.readError(withoutNull(this.#checker, declared), this.#catalogue.typeOf(column.typeOid)) ??
        this.#nullFault(declared, column, { analysis, text: definition.text });
      if (error !== undefined) errors.push(`column ${name}: ${error}`);
    }
    return errors;
  }

  /** Nulls are compared where the server knows them: at columns of tables. An outer join makes them optional. */
  #nullFault(
    declared: ts.Type,
    { source }: Prepared['columns'][number],
    { analysis, text }: { readonly analysis: Analysis | undefined; readonly text: string },
  ): string | undefined {
    const column = source && this.#catalogue.columnOf(source);
    if (column === undefined || (declared.flags & ts.TypeFlags.Unknown) !== 0) return undefined;
    const mayBeNull = hasNull(declared);
    const optional = optionalIn(analysis, source);
    if (column.isNotNull && optional !== 'always')
      return mayBeNull && optional === 'never'
        ? 'the row type allows null, the column is NOT NULL'
        : undefined;
    if (mayBeNull || excludesNull(text, column.name)) return undefined;
    return missingNull(optional);
  }

  #parameterFaults({ definition, prepared, site }: Checked): readonly string[] {
    if (definition.parameters === undefined) return this.#plainFaults(site, prepared);
    return definition.parameters.flatMap((source, at) => {
      const oid = prepared.parameterOids[at];
      if (oid === undefined) return [`value ${at + 1} has no parameter`];
      // Values given by the definition itself were typed by the builder, and the wire takes them as text.
      if (!('slot' in source) || site.input === undefined) return [];
      const member = this.#checker.getPropertyOfType(site.input, source.slot);
      if (member === undefined) return [`slot ${source.slot} is not a member of the input`];
      const error = this.#wire.bindError(this.#checker.getTypeOfSymbol(member), this.#catalogue.typeOf(oid));
      return error === undefined ? [] : [`slot ${source.slot} ${error}`];
    });
  }

  /** SQL with free values: each call must give as many as there are parameters. */
  #plainFaults({ calls }: DefinitionSite, { parameterOids }: Prepared): readonly string[] {
    return calls.flatMap(({ line, values }) => {
      if (values.length !== parameterOids.length)
        return [`line ${line} gives ${values.length} values for ${parameterOids.length} parameters`];
      return values.flatMap((value, at) => {
        const error = this.#wire.bindError(value, this.#catalogue.typeOf(parameterOids[at] ?? 0));
        return error === undefined ? [] : [`line ${line}: $${at + 1} ${error}`];
      });
    });
  }
}

/** Whether an outer join makes the columns of a table optional. */
function optionalIn(
  analysis: Analysis | undefined,
  source: Prepared['columns'][number]['source'],
): 'never' | 'perhaps' | 'always' {
  const table = source?.table ?? 0;
  if (analysis?.optional.certain.has(table) === true) return 'always';
  return analysis?.optional.possible.has(table) === true ? 'perhaps' : 'never';
}

function missingNull(optional: 'never' | 'perhaps' | 'always'): string {
  const why = optional === 'always' ? 'the outer join may find no row' : 'the column may be null';
  return `the row type excludes null, ${why}; add \`| null\` or \`where … is not null\``;
}

/** The kind decides who may send the statement, so it must be what the text does. */
function kindErrors({ analysis, definition }: Checked): readonly string[] {
  const actual = analysis?.kind ?? 'control';
  return actual === definition.kind ? [] : [`is declared as ${definition.kind}, but is a ${actual}`];
}

const resultNames = ['InsertResult', 'UpdateResult', 'DeleteResult'];

/** Rows that the store does not read: no row type was given, or the builder's own count of changed rows. */
function isUnread(row: ts.Type): boolean {
  const name = row.getSymbol()?.getName();
  return (row.flags & ts.TypeFlags.Unknown) !== 0 || (name !== undefined && resultNames.includes(name));
}

function hasNull(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0);
}

function withoutNull(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  return (type.flags & ts.TypeFlags.Unknown) === 0 ? checker.getNonNullableType(type) : type;
}

/** The statement says itself that it returns no row in which the column is null: it tests or compares the column. */
function excludesNull(text: string, column: string): boolean {
  const isTested = new RegExp(`\\b${column}"? (?:is not null|between|[<>])`, 'i').test(text);
  return isTested && !new RegExp(`\\b${column}"? is null`, 'i').test(text);
}
