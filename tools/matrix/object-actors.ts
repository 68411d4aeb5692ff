import { type Contract, isKeyRequired } from '../../server/src/platform/http/contract.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Cell, Expected } from './cell.ts';
import type { Harness } from './harness.ts';
import type { OwnedObject, PathValues } from './object-entry.ts';

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
  const otherOwner = (): TokenRequest => {
    if ('none' in object.otherOwner) throw new Error(object.otherOwner.none);
    return object.otherOwner;
  };
  const otherCallers: readonly (readonly [Cell['actor'], () => TokenRequest])[] = [
    ['a caller of another bank', () => object.otherBank],
    ...('none' in object.otherOwner ? [] : [['another owner', otherOwner] as const]),
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
    tokenOf: () => TokenRequest,
  ): Promise<TestRequest> {
    const token = tokenOf();
    const target = { method: contract.method, path: pathOf(contract, values) };
    const binding = token.kind === 'customer' ? 'key' : 'none';
    const credentials = await harness.headers({ token, binding }, target);
    return {
      ...target,
      ...object.sends,
      headers: { ...keyFor(contract), ...object.sends?.headers, ...credentials, 'x-request-id': requestId },
    };
  }
}
