import assert from 'node:assert/strict';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { type Shape, type ShapeRequest, type ShapeRules, shapeFor } from '#platform/kernel/shaping.ts';
import { partyRecord } from '../contract/record.ts';

/** Left out of lists unless requested: members that are long or rarely used. */
const trimmedInLists: ReadonlySet<string> = new Set([
  'contact-points',
  'relationships',
  'id-documents',
  'employment',
  'residential-profile',
  'tax-residencies',
  'ownership',
  'size',
]);

const fixed = ['party-number', 'kind', 'sync-token'];

/** All paths of the record, from its own schema. */
export const recordPaths: readonly string[] = pathsBelow(partyRecord, '');

/** A single party is returned whole. */
const onePartyRules: ShapeRules = { defaults: recordPaths, all: recordPaths, fixed };

const listRules: ShapeRules = {
  defaults: recordPaths.filter((path) => !trimmedInLists.has(path.split('.', 1)[0] ?? path)),
  all: recordPaths,
  fixed,
};

/** The default shape of a single party. */
export const onePartyShape: Shape = defaultOf(onePartyRules);
/** The default shape of each party in a list. */
export const listShape: Shape = defaultOf(listRules);

/**
 * Returns the shape the caller requests for a single party. Members the caller may not see are absent, requested or
 * not.
 */
export function toPartyShape(query: ShapeRequest): Shape {
  return isPlain(query) ? onePartyShape : shapeWith(onePartyRules, query);
}

/** Returns the shape the caller requests for each party in a list. */
export function toListShape(query: ShapeRequest): Shape {
  return isPlain(query) ? listShape : shapeWith(listRules, query);
}

/** Returns whether the shape includes a member, or a part of it; other members need not be read. */
export function shows({ members }: Shape, member: string): boolean {
  return members.has(member);
}

function isPlain({ include, trim }: ShapeRequest): boolean {
  return include === undefined && trim === undefined;
}

function shapeWith(rules: ShapeRules, { include, trim }: ShapeRequest): Shape {
  const shape = shapeFor(rules, { include, trim });
  if ('members' in shape) return shape;
  const requested = { include, trim };
  const unknown = Object.entries(requested).filter(([, paths]) => paths?.some((path) => !isKnown(path)));
  rejectFieldErrors(unknown.map(([parameter]) => fieldErrorAt([parameter], 'enum', 'query')));
  throw new assert.AssertionError({ message: 'an unknown path is in one of the two' });
}

const known: ReadonlySet<string> = new Set([
  '*',
  ...recordPaths.flatMap((path) => {
    const names = path.split('.');
    return names.map((_, index) => names.slice(0, index + 1).join('.'));
  }),
]);

function isKnown(path: string): boolean {
  return known.has(path);
}

function defaultOf(rules: ShapeRules): Shape {
  const shape = shapeFor(rules, {});
  assert('members' in shape);
  return shape;
}

/** Returns the paths of all leaf members; the paths of a list are those of its elements. */
function pathsBelow(schema: unknown, prefix: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const items: unknown = Reflect.get(schema, 'items');
  if (items !== undefined) return pathsBelow(items, prefix);
  const properties: unknown = Reflect.get(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return [prefix];
  return Object.entries(properties).flatMap(([name, inner]: [string, unknown]) =>
    pathsBelow(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}
