import assert from 'node:assert/strict';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { type Shape, type ShapeRequest, type ShapeRules, shapeFor } from '#platform/kernel/shaping.ts';
import { mailboxMessageOut } from '../contract/mailbox.ts';

/** Long members, omitted from lists by default. */
const trimmedInLists = ['message.body', 'message.attachments'];

const paths = pathsBelow(mailboxMessageOut, '');
const fixed = ['message-id'];

const listRules: ShapeRules = {
  defaults: paths.filter((path) => !trimmedInLists.some((trimmed) => path.startsWith(`${trimmed}.`))),
  all: paths,
  fixed,
};

/** Requested members of each message of a list. */
export function toListShape({ include, trim }: ShapeRequest): Shape {
  const shape = shapeFor(listRules, { include, trim });
  if ('members' in shape) return shape;
  const unknown = Object.entries({ include, trim }).filter(([, requestedPaths]) =>
    requestedPaths?.some(isUnknown),
  );
  rejectFieldErrors(unknown.map(([parameter]) => fieldErrorAt([parameter], 'enum', 'query')));
  throw new assert.AssertionError({ message: 'unknown path in include or trim' });
}

/** Returns whether the attachments are part of the response; if not, they are not read. */
export function showsAttachments({ members }: Shape): boolean {
  const message = members.get('message');
  return message !== undefined && message !== 'whole' && message.members.has('attachments');
}

function isUnknown(path: string): boolean {
  return path !== '*' && !paths.some((known) => known === path || known.startsWith(`${path}.`));
}

/** Paths of all leaf members; for a list, the paths of its elements. */
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
