import type { Json, RenderResult } from '#capabilities/correspondence/ports/document-renderer.ts';
import { bareRecord } from './worker-protocol.ts';

/** Maximum size and depth of data. */
export interface DataLimits {
  readonly charactersMax: number;
  readonly depthMax: number;
}

/** 1 MB and 32 levels: enough for a statement of ten thousand lines. */
export const dataLimits: DataLimits = { charactersMax: 1_000_000, depthMax: 32 };

/** Property names with a meaning in JavaScript; no template needs them. */
const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Members = readonly Json[] | { readonly [name: string]: Json };

type RenderFailure = Exclude<RenderResult<never>, { readonly kind: 'done' }>;

/**
 * Checks size, depth and names of data before it is copied. Stops at the limit, so even fifty megabytes cost no more
 * than one.
 */
export function shapeError(data: Json, limits: DataLimits): RenderFailure | undefined {
  let characters = 0;

  function visit(value: Json, path: string, depth: number): RenderFailure | undefined {
    if (depth > limits.depthMax) return error(path, 'depth');
    characters += typeof value === 'string' ? value.length + quotes : scalarCharacters;
    if (characters > limits.charactersMax) return { kind: 'over-limit', limit: 'size' };
    if (typeof value !== 'object' || value === null) return undefined;
    return visitMembers(value, path, depth + 1);
  }

  function visitMembers(value: Members, path: string, depth: number): RenderFailure | undefined {
    for (const [name, member] of Object.entries(value)) {
      const below = `${path}/${pointerPart(name)}`;
      if (reservedNames.has(name)) return error(below, 'reserved-name');
      characters += name.length;
      const found = visit(member, below, depth);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return visit(data, '', 0);
}

/** Returns a copy without prototypes, so that inherited properties cannot be read. */
export function bareCopy(value: Json): Json {
  if (Array.isArray(value)) return value.map(bareCopy);
  if (typeof value !== 'object' || value === null) return value;
  const copy = bareRecord<Json>();
  for (const [name, member] of Object.entries(value)) copy[name] = bareCopy(member);
  return copy;
}

/** Escapes one name for a JSON pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const quotes = 2;
/** Approximate size of a number, a boolean or a bracket. */
const scalarCharacters = 4;

function error(path: string, rule: string): RenderFailure {
  return { kind: 'data-not-valid', errors: [{ path, rule }] };
}
