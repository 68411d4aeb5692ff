import { randomUUID } from 'node:crypto';
import { type Contract, isKeyRequired } from '../../server/src/platform/http/contract.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import { isAlwaysBound } from './callers.ts';
import type { Cell, Expected } from './cell.ts';
import type { Harness } from './harness.ts';
import type { ObjectCaller, OwnedObject, PathValues } from './object-entry.ts';

/** Actors of routes with an object, in the order of the print-out. */
export const objectActors = ['its rightful caller', 'a caller of another bank', 'another owner'] as const;

/** Equal in both requests, so that only the object differs. */
const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';

/** Returns the path of the route with its parameters filled in. */
export function pathOf({ path }: Contract, values: PathValues): string {
  return path.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: no value for ${name}`);
    return encodeURIComponent(value);
  });
}

let keys = 0;

/** Returns a new idempotency key for every command that needs one: a reused key belongs to another path. */
function keyFor(contract: Contract): Readonly<Record<string, string>> {
  if (!isKeyRequired(contract, 'seed-compatible')) return {};
  keys += 1;
  return { [contract.interface.dialect.idempotencyHeader]: `object-actor-${String(keys).padStart(16, '0')}` };
}

export function objectCells(contract: Contract, object: OwnedObject): readonly Cell[] {
  const asUnknown: Expected = { kind: 'as-unknown' };
  // The owner of an object may be known only after its creation.
  const existing =
    (of: 'otherBank' | 'otherOwner'): (() => ObjectCaller) =>
    () => {
      const caller = object[of];
      if ('none' in caller) throw new Error(caller.none);
      return caller;
    };
  const otherCallers: readonly (readonly [Cell['actor'], () => ObjectCaller])[] = [
    ...('none' in object.otherBank ? [] : [['a caller of another bank', existing('otherBank')] as const]),
    ...('none' in object.otherOwner ? [] : [['another owner', existing('otherOwner')] as const]),
  ];
  return [
    {
      actor: 'its rightful caller',
      caller: object.rightful.kind,
      expected: { kind: 'found' },
      request: async (harness) =>
        buildRequest(harness, await object.make(harness.app), () => object.rightful),
    },
    ...otherCallers.map(
      ([actor, token]): Cell => ({
        actor,
        caller: token().kind,
        expected: asUnknown,
        request: async (harness) => buildRequest(harness, await object.make(harness.app), token),
        requestForUnknown: (harness) => buildRequest(harness, object.unknown, token),
      }),
    ),
  ];

  async function buildRequest(
    harness: Harness,
    values: PathValues,
    callerOf: () => ObjectCaller,
  ): Promise<TestRequest> {
    const token = callerOf();
    const target = { method: contract.method, path: pathOf(contract, values) };
    if (token.kind === 'tpp') {
      // The request id is the idempotency key of this interface, so each request has a new one.
      const headers = { ...object.sends?.headers, 'x-request-id': randomUUID() };
      return { ...target, ...object.sends, as: token, headers };
    }
    const binding = isAlwaysBound(token.kind) ? 'key' : 'none';
    const credentials = await harness.headers({ token, binding }, target);
    return {
      ...target,
      ...object.sends,
      headers: { ...keyFor(contract), ...object.sends?.headers, ...credentials, 'x-request-id': requestId },
    };
  }
}
