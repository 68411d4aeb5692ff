import type { Temporal } from 'temporal-polyfill';
import {
  type BankValue,
  type ClassificationSchema,
  mayEnd,
  type Texts,
} from '#platform/kernel/classification.ts';

/** What an employee wants of a value; absent members stay as they are. */
export interface ValueRequest {
  readonly literal: string;
  readonly code: string | undefined;
  readonly texts: Texts;
  readonly parentLiteral: string | undefined;
  readonly validUntil: Temporal.Instant | null | undefined;
  readonly isStartingSet: boolean;
}

/** Why a definition cannot be proposed. */
export type DefinitionRefusal =
  | 'classification-closed'
  | 'classification-fixed-values'
  | 'classification-value-reserved'
  | 'classification-value-fixed'
  | 'classification-code-fixed'
  | 'classification-code-missing'
  | 'classification-code-taken'
  | 'classification-text-missing'
  | 'classification-parent-unknown'
  | 'classification-value-added'
  | 'classification-value-unchanged';

export type ProposedDefinition =
  | { readonly kind: 'proposed'; readonly definition: BankValue }
  | { readonly kind: 'refused'; readonly refusal: DefinitionRefusal };

const refused = (refusal: DefinitionRefusal): ProposedDefinition => ({ kind: 'refused', refusal });

/** What the bank has defined before. */
export interface DefinedBefore {
  /** What holds when the proposal takes effect. */
  readonly current: BankValue | undefined;
  /** The code of a value that has an approved change, which may take effect after the proposal. */
  readonly recordedCode: string | undefined;
}

/** Returns the whole definition that a request leads to. */
export function proposedDefinition(
  schema: ClassificationSchema,
  { current, recordedCode }: DefinedBefore,
  request: ValueRequest,
): ProposedDefinition {
  const starting = schema.values.find(({ literal }) => literal === request.literal);
  const known: Known = { code: starting?.code ?? recordedCode, isStarting: starting !== undefined };
  const refusal = listRefusal(schema, request.literal, known) ?? refusalOf(schema, request, known);
  if (refusal !== undefined) return refused(refusal);
  const definition = definitionOf(current, request, known.code ?? request.code ?? '');
  return known.isStarting || hasText(definition)
    ? { kind: 'proposed', definition }
    : refused('classification-text-missing');
}

function hasText({ texts = {} }: BankValue): boolean {
  return Object.keys(texts).length > 0;
}

function listRefusal(
  { bank }: ClassificationSchema,
  literal: string,
  { code }: Known,
): DefinitionRefusal | undefined {
  if (bank === undefined) return 'classification-closed';
  if (bank.reserved?.includes(literal) === true) return 'classification-value-reserved';
  return code === undefined && !bank.mayAdd ? 'classification-fixed-values' : undefined;
}

interface Known {
  readonly code: string | undefined;
  readonly isStarting: boolean;
}

function refusalOf(
  schema: ClassificationSchema,
  request: ValueRequest,
  { code, isStarting }: Known,
): DefinitionRefusal | undefined {
  if (request.isStartingSet) return isStarting ? undefined : 'classification-value-added';
  if (isEmpty(request)) return 'classification-value-unchanged';
  return (
    codeRefusal(schema, request, code) ??
    (hasParent(schema, request) ? undefined : 'classification-parent-unknown') ??
    (request.validUntil !== undefined && request.validUntil !== null && !mayEnd(schema, request.literal)
      ? 'classification-value-fixed'
      : undefined)
  );
}

function isEmpty({ code, parentLiteral, texts, validUntil }: ValueRequest): boolean {
  return [code, parentLiteral, validUntil, ...Object.values(texts)].every((one) => one === undefined);
}

/**
 * A code stands for one value for ever: reports and other systems have stored it. Where requests may send codes, a literal
 * that is one would take its place.
 */
function codeRefusal(
  { stored, values }: ClassificationSchema,
  request: ValueRequest,
  known: string | undefined,
): DefinitionRefusal | undefined {
  if (known !== undefined)
    return request.code === undefined || request.code === known ? undefined : 'classification-code-fixed';
  if (request.code === undefined) return 'classification-code-missing';
  const taken = stored === undefined ? [request.code] : [request.code, request.literal];
  return values.some(({ code }) => taken.includes(code)) ? 'classification-code-taken' : undefined;
}

/** A parent is one that the starting set uses, or another value of the same list. */
function hasParent(
  { values }: ClassificationSchema,
  { literal: child, parentLiteral: parent }: ValueRequest,
): boolean {
  if (parent === undefined) return true;
  return (
    parent !== child &&
    values.some(({ literal, parentLiteral }) => literal === parent || parentLiteral === parent)
  );
}

function definitionOf(current: BankValue | undefined, request: ValueRequest, code: string): BankValue {
  const { isStartingSet, literal, parentLiteral, texts, validUntil } = request;
  if (isStartingSet)
    return { literal, code, texts: undefined, parentLiteral: undefined, validUntil: undefined };
  return {
    literal,
    code,
    texts: { ...current?.texts, ...texts },
    parentLiteral: parentLiteral ?? current?.parentLiteral,
    validUntil: validUntil === undefined ? current?.validUntil : (validUntil ?? undefined),
  };
}
