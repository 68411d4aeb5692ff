import { userProfile } from '../../server/src/capabilities/identity/contract/profile.ts';
import { jsonSchemaOf } from '../../server/src/platform/http/body-kinds.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { Chance } from '../harness/chance.ts';

/** A request with members that it may not have. */
export interface Intrusion {
  readonly what: string;
  /** The whole body as text, because no object could hold some of them. */
  readonly text: string;
  /** `ignored`: the contract declares the member as read-only. */
  readonly expected: 'refused' | 'ignored';
}

/** Member names that grant rights in other products. */
const riskyNames = [
  'kind',
  'role',
  'roles',
  'scope',
  'bank-id',
  'row-version',
  'password-hash',
  'is-admin',
  'permissions',
  'assurance',
  'created-at',
  'terms-version',
  'verified',
  'user',
  'profile',
  'cmd',
  'req',
];

const camelCase = (name: string): string =>
  name.replaceAll(/[\-_]([a-z])/gv, (_, letter: string) => letter.toUpperCase());

/** Returns every name of a user's data in responses and columns, in all spellings that case converters produce. */
export function intruderNames(columns: readonly string[]): readonly string[] {
  const published = [...Object.keys(userProfile.properties), ...riskyNames];
  const columnNames = columns.flatMap((column) => [column, column.replaceAll('_', '-')]);
  return [...new Set([...published, ...columnNames].flatMap((name) => [name, camelCase(name)]))];
}

/** Values that would do harm or could be misinterpreted. */
export const harmful: readonly unknown[] = [
  'mass-assigned',
  'active',
  true,
  0,
  999_999,
  null,
  [],
  ['mass-assigned'],
  { value: 'mass-assigned' },
  '2026-01-01T00:00:00.000Z',
];

/** Value of read-only members, by which a response would show that it was stored. */
export const marker = 'mass-assigned';

type Schema = Readonly<Record<string, unknown>>;
const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** An object in a body, and its schema. */
interface Spot {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
}

/** Returns the body and all closed objects inside. Template data and texts by language may have any names. */
function spotsIn(schema: unknown, value: unknown, path: Spot['path'] = []): readonly Spot[] {
  const own = asSchema(schema);
  if (Array.isArray(value))
    return value.flatMap((element: unknown, index) => spotsIn(own['items'], element, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const members = asSchema(own['properties']);
  if (path.length > 0 && own['properties'] === undefined) return [];
  const below = Object.entries(value).flatMap(([name, inner]) =>
    spotsIn(members[name], inner, [...path, name]),
  );
  return [{ path, schema: own }, ...below];
}

/** Returns the body with more members at a spot. */
function added(
  value: unknown,
  [step, ...rest]: Spot['path'],
  more: Readonly<Record<string, unknown>>,
): unknown {
  if (step === undefined) return { ...asSchema(value), ...more };
  if (Array.isArray(value))
    return value.map((element: unknown, index) => (index === step ? added(element, rest, more) : element));
  const object = asSchema(value);
  return { ...object, [step]: added(object[step], rest, more) };
}

type Declared = 'input' | 'read-only' | undefined;

/** Tells whether the contract declares a member here, as input or as read-only. */
function declared({ schema }: Spot, name: string): Declared {
  const members = asSchema(schema['properties']);
  if (!Object.hasOwn(members, name)) return undefined;
  const { type, enum: words, anyOf } = asSchema(members[name]);
  return type === undefined && words === undefined && anyOf === undefined ? 'read-only' : 'input';
}

/**
 * Tells whether a route reads JSON of callers with tokens. Documents and their forms have no members, forms of browsers
 * and OAuth clients may have any names, and requests of third parties, which have no token, are made elsewhere.
 */
export function readsJson({ access, request }: Contract): boolean {
  if (access.kind !== 'callers' || jsonSchemaOf(request.body) === undefined) return false;
  return [access.customer, access.employee, access.application].some((kind) => kind !== undefined);
}

/** Returns all attempts on a body of this contract, with `valuesEach` harmful values per name. */
export function intrusions(
  { request }: Contract,
  body: Readonly<Record<string, unknown>>,
  { chance, names, valuesEach }: Trial,
): readonly Intrusion[] {
  const first = chance.integer(0, harmful.length - 1);
  return spotsIn(jsonSchemaOf(request.body), body).flatMap((spot) => {
    const at = spot.path.length === 0 ? '' : ` in ${spot.path.join('.')}`;
    const singles = names.flatMap((name, index) => {
      const known = declared(spot, name);
      if (known === 'input') return [];
      if (known === 'read-only') return [written(body, spot, { [name]: marker }, `${name}${at}`, 'ignored')];
      return Array.from({ length: valuesEach }, (_, turn) =>
        written(body, spot, { [name]: harmful[(first + index + turn) % harmful.length] }, `${name}${at}`),
      );
    });
    const unknown = names.filter((name) => declared(spot, name) === undefined);
    const all = Object.fromEntries(unknown.map((name) => [name, marker]));
    return [...singles, written(body, spot, all, `all at once${at}`), ...prototypes(body, spot, at)];
  });
}

/** Size of the attempts. */
export interface Trial {
  readonly chance: Chance;
  readonly names: readonly string[];
  readonly valuesEach: number;
}

function written(
  body: unknown,
  { path }: Spot,
  more: Readonly<Record<string, unknown>>,
  ...[what, expected = 'refused']: readonly [string, Intrusion['expected']?]
): Intrusion {
  return { what, expected, text: JSON.stringify(added(body, path, more)) };
}

/** Returns attempts with names that have a meaning in JavaScript, and with duplicate names. */
function prototypes(body: Readonly<Record<string, unknown>>, spot: Spot, at: string): readonly Intrusion[] {
  const mark = '"mass-assigned-here"';
  const frame = JSON.stringify(added(body, spot.path, { 'mass-assigned-here': 0 }));
  const put = (what: string, member: string): Intrusion => ({
    what: `${what}${at}`,
    expected: 'refused',
    text: frame.replace(`${mark}:0`, () => member),
  });
  const [name] = Object.keys(asSchema(body));
  const twice =
    spot.path.length === 0 && name !== undefined ? [put(`${name} twice`, `"${name}":"closed"`)] : [];
  return [
    put('__proto__', '"__proto__":{"polluted":true,"status":"active"}'),
    put('escaped __proto__', '"\\u005f_proto__":{"polluted":true}'),
    put('constructor', '"constructor":{"prototype":{"polluted":true}}'),
    put('prototype', '"prototype":{"polluted":true}'),
    put('status twice', '"status":"pending","status":"active"'),
    put('user-id once plain and once escaped', '"user-id":"a","user\\u002did":"b"'),
    ...twice,
  ];
}
