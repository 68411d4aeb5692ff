import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyShape, type Shape, type ShapeRequest, type ShapeRules, shapeFor } from './shaping.ts';

const rules: ShapeRules = {
  defaults: ['id', 'name', 'phone'],
  all: ['id', 'name', 'phone', 'phone.number', 'phone.kind', 'addresses.id', 'addresses.city', 'tags'],
  fixed: ['id'],
};

const resource = {
  id: '1',
  name: 'Ana',
  phone: { number: '+381', kind: 'mobile', internalScore: 7 },
  addresses: [
    { id: 'a', city: 'Beograd', geo: { lat: 1 } },
    { id: 'b', city: 'Niš' },
  ],
  tags: ['x', { y: 1 }],
  passwordHash: 'never listed',
};

function shaped(request: ShapeRequest, of: ShapeRules = rules): Shape {
  const shape = shapeFor(of, request);
  if ('unknownPath' in shape) throw new Error(`unknown path ${shape.unknownPath}`);
  return shape;
}

const show = (request: ShapeRequest): unknown => applyShape(shaped(request), resource);

const defaultSet = { id: '1', name: 'Ana', phone: { number: '+381', kind: 'mobile' } };
const fullSet = {
  ...defaultSet,
  addresses: [
    { id: 'a', city: 'Beograd' },
    { id: 'b', city: 'Niš' },
  ],
  tags: ['x', { y: 1 }],
};

describe('the order of include and trim', () => {
  test.each<[string, ShapeRequest, unknown]>([
    ['no request gives the default set', {}, defaultSet],
    ['include adds to the default set', { include: ['tags'] }, { ...defaultSet, tags: resource.tags }],
    ['include=* gives the full set', { include: ['*'] }, fullSet],
    ['trim=* leaves the fixed paths', { trim: ['*'] }, { id: '1' }],
    ['trim=* with include gives just these', { trim: ['*'], include: ['name'] }, { id: '1', name: 'Ana' }],
    ['trim=* empties even include=*', { trim: ['*'], include: ['*', 'name'] }, { id: '1', name: 'Ana' }],
    ['trim is applied last', { include: ['tags'], trim: ['tags'] }, defaultSet],
    [
      'trim removes from the full set',
      { include: ['*'], trim: ['phone', 'addresses', 'tags'] },
      { id: '1', name: 'Ana' },
    ],
    ['fixed paths cannot be trimmed', { trim: ['id', 'name', 'phone'] }, { id: '1' }],
    ['naming a path twice changes nothing', { include: ['name', 'name'] }, defaultSet],
  ])('%s', (_name, request, expected) => {
    expect(show(request)).toEqual(expected);
  });
});

describe('nested paths', () => {
  test('choosing a parent chooses its listed children and no others', () => {
    expect(show({ trim: ['*'], include: ['phone'] })).toEqual({ id: '1', phone: defaultSet.phone });
  });

  test('choosing one child leaves out its siblings', () => {
    expect(show({ trim: ['*'], include: ['phone.kind'] })).toEqual({ id: '1', phone: { kind: 'mobile' } });
  });

  test('trimming a child removes it below a chosen parent', () => {
    expect(show({ trim: ['phone.number'] })).toEqual({ id: '1', name: 'Ana', phone: { kind: 'mobile' } });
  });

  test('arrays are shaped element by element', () => {
    const request = { trim: ['*'], include: ['addresses.city'] };
    expect(show(request)).toEqual({ id: '1', addresses: [{ city: 'Beograd' }, { city: 'Niš' }] });
  });

  test('a fixed child survives the trimming of its parent', () => {
    const shape = shaped(
      { include: ['*'], trim: ['addresses'] },
      { ...rules, fixed: ['id', 'addresses.id'] },
    );
    expect(applyShape(shape, resource)).toMatchObject({ addresses: [{ id: 'a' }, { id: 'b' }] });
  });

  test('members the resource does not have stay absent, and null stays null', () => {
    expect(applyShape(shaped({}), { id: '1', phone: null })).toEqual({ id: '1', phone: null });
  });

  test('a plain value where members are expected is not shown', () => {
    const odd = { id: '1', phone: '+381', addresses: ['Beograd', { city: 'Niš' }, null] };
    expect(applyShape(shaped({ include: ['*'] }), odd)).toEqual({
      id: '1',
      addresses: [{ city: 'Niš' }, null],
    });
  });
});

describe('unknown paths', () => {
  test.each(['nope', 'phone.internalScore', 'tags.y', 'passwordHash', '', '__proto__', 'phone.', 'Name'])(
    '%j is reported, included or trimmed',
    (path) => {
      expect(shapeFor(rules, { include: [path] })).toEqual({ unknownPath: path });
      expect(shapeFor(rules, { trim: ['name', path] })).toEqual({ unknownPath: path });
    },
  );

  test('rules whose defaults are not listed are an internal error', () => {
    expect(() => shapeFor({ ...rules, defaults: ['nope'] }, {})).toThrow('among all paths');
  });
});

describe('for any rules, request and resource', () => {
  const names = fc.constantFrom('a', 'b', 'c');
  const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const anyRules = fc
    .uniqueArray(paths, { minLength: 1, maxLength: 8 })
    .chain((all) =>
      fc.record({ all: fc.constant(all), defaults: fc.subarray(all), fixed: fc.subarray(all) }),
    );
  const scenario = anyRules.chain((of) => {
    const pathLists = fc.array(fc.constantFrom('*', ...of.all), { maxLength: 5 });
    return fc.record({ of: fc.constant(of), request: fc.record({ include: pathLists, trim: pathLists }) });
  });
  const { tree: objects } = fc.letrec((binding) => ({
    tree: fc.dictionary(names, binding('value'), { noNullPrototype: true }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.constant(null),
      binding('tree'),
      fc.array(binding('tree'), { maxLength: 2 }),
    ),
  }));

  /** Paths of all plain values, arrays looked through. */
  function valuePaths(value: unknown, at = ''): string[] {
    if (Array.isArray(value)) return value.flatMap((element) => valuePaths(element, at));
    if (value === null) return [];
    if (typeof value !== 'object') return [at];
    return Object.entries(value).flatMap(([name, below]) =>
      valuePaths(below, at === '' ? name : `${at}.${name}`),
    );
  }

  const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}.`);
  const isParent = (path: string, all: readonly string[]): boolean =>
    all.some((other) => other.startsWith(`${path}.`));
  const leavesOf = (all: readonly string[]): string[] => all.filter((path) => !isParent(path, all));

  test('the result is a subset of the resource and never wider than all', () => {
    fc.assert(
      fc.property(scenario, objects, ({ of, request }, object) => {
        const result = applyShape(shaped(request, of), object);
        expect(object).toMatchObject(result);
        const leaves = leavesOf(of.all);
        for (const path of valuePaths(result)) {
          expect(leaves.some((leaf) => isUnder(path, leaf))).toBe(true);
        }
      }),
    );
  });

  test('fixed paths always survive', () => {
    fc.assert(
      fc.property(scenario, objects, ({ of, request }, object) => {
        const shown = valuePaths(applyShape(shaped(request, of), object));
        const fixedLeaves = leavesOf(of.all).filter((leaf) => of.fixed.some((path) => isUnder(leaf, path)));
        const mustShow = valuePaths(object).filter((path) => fixedLeaves.some((leaf) => isUnder(path, leaf)));
        expect(mustShow.every((path) => shown.includes(path))).toBe(true);
      }),
    );
  });

  test('a trimmed path is absent unless it is fixed', () => {
    fc.assert(
      fc.property(scenario, objects, ({ of, request }, object) => {
        const shown = valuePaths(applyShape(shaped(request, { ...of, fixed: [] }), object));
        const trimmed = request.trim.filter((path) => path !== '*');
        expect(shown.some((path) => trimmed.some((gone) => isUnder(path, gone)))).toBe(false);
      }),
    );
  });

  test('shaping is idempotent', () => {
    fc.assert(
      fc.property(scenario, objects, ({ of, request }, object) => {
        const shape = shaped(request, of);
        const once = applyShape(shape, object);
        expect(applyShape(shape, once)).toEqual(once);
      }),
    );
  });
});
