import assert from 'node:assert/strict';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { type Shape, type ShapeRequest, type ShapeRules, shapeFor } from '#platform/kernel/shaping.ts';
import { partyRecord } from '../contract/record.ts';

/** Left out of lists unless asked for: what is long, and what few look at. */
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

/** Every path that the record has, read from the record's own schema. */
export const recordPaths: readonly string[] = pathsBelow(partyRecord, '');

/** One party is shown whole. */
const onePartyRules: ShapeRules = { defaults: recordPaths, all: recordPaths, fixed };

const listRules: ShapeRules = {
  defaults: recordPaths.filter((path) => !trimmedInLists.has(path.split('.', 1)[0] ?? path)),
  all: recordPaths,
  fixed,
};

/** What one party shows when nobody asks for anything else. */
export const onePartyShape: Shape = defaultOf(onePartyRules);
/** What each party of a list shows when nobody asks for anything else. */
export const listShape: Shape = defaultOf(listRules);

/** What the caller wants to see of one party. What they may not see is not there, asked for or not. */
export function toPartyShape(query: ShapeRequest): Shape {
  return isPlain(query) ? onePartyShape : shapeWith(onePartyRules, query);
}

/** What the caller wants to see of each party of a list. */
export function toListShape(query: ShapeRequest): Shape {
  return isPlain(query) ? listShape : shapeWith(listRules, query);
}

/** Whether a member, or something in it, is shown; what is not need not be read. */
export function shows({ members }: Shape, member: string): boolean {
  return members.has(member);
}

function isPlain({ include, trim }: ShapeRequest): boolean {
  return include === undefined && trim === undefined;
}

function shapeWith(rules: ShapeRules, { include, trim }: ShapeRequest): Shape {
  const shape = shapeFor(rules, { include, trim });
  if ('members' in shape) return shape;
  const asked = { include, trim };
  const unknown = Object.entries(asked).filter(([, paths]) => paths?.some((path) => !isKnown(path)));
  refuseFaults(unknown.map(([parameter]) => faultAt([parameter], 'enum', 'query')));
  throw new assert.AssertionError({ message: 'an unknown path stands in one of the two' });
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

/** The paths of all members without members of their own; those of the elements stand for a list. */
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
