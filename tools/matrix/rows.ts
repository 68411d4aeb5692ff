import type { Contract } from '../../server/src/platform/http/contract.ts';
import { callerActors, rightActors } from './caller-actors.ts';
import type { ActorGroup, Cell } from './cell.ts';
import { clientRows } from './client-rows.ts';
import { objectCells, pathOf } from './object-actors.ts';
import { type ObjectEntry, objects } from './objects.ts';
import { proofActors } from './proof-actors.ts';
import { tokenActors } from './token-actors.ts';

/** What cannot be derived from a contract. */
export interface Tables {
  readonly objects: Readonly<Record<string, ObjectEntry>>;
  readonly clientRows: Readonly<Record<string, readonly Cell[]>>;
}

type Headers = Readonly<Record<string, string>>;

const tables: Tables = { objects, clientRows };

/** Actors of whom a contract itself says what they are told. */
export const derivedGroups: readonly ActorGroup[] = [tokenActors, proofActors, callerActors, rightActors];

/** Everything the matrix says about one route. */
export function cellsOf(
  contract: Contract,
  { objects: entries, clientRows: clients }: Tables = tables,
): readonly Cell[] {
  // Third parties are known by certificates; none of these actors has one.
  if (contract.interface.dialect.name === 'xs2a') return [];
  const derived = derivedGroups.flatMap(({ actors }) =>
    actors.flatMap(({ name, cells }) => cells(contract).map((cell) => ({ actor: name, ...cell }))),
  );
  const object = entries[contract.operationId];
  return [
    ...derived,
    ...(object?.kind === 'owned' ? objectCells(contract, object) : []),
    ...(clients[contract.operationId] ?? []),
  ];
}

/** Where the derived requests go: to the route, at something that is not there. */
export function placeOf(
  contract: Contract,
  { objects: entries }: Tables = tables,
): { method: Contract['method']; path: string } {
  const object = entries[contract.operationId];
  const values = object?.kind === 'owned' ? object.unknown : (object?.values ?? {});
  return { method: contract.method, path: pathOf(contract, values) };
}

/** What every request to a route carries, whoever sends it. */
export function carriedTo({ operationId }: Contract, { objects: entries }: Tables = tables): Headers {
  const object = entries[operationId];
  return object?.kind === 'open' ? (object.sends?.headers ?? {}) : {};
}

/** What is missing for the matrix to be whole, each with what to do about it. */
export function gapsIn(contracts: readonly Contract[], given: Tables = tables): readonly string[] {
  const ids = new Set(contracts.map(({ operationId }) => operationId));
  return [
    ...contracts.flatMap((contract) => gapOf(contract, given)),
    ...[...Object.keys(given.objects), ...Object.keys(given.clientRows)]
      .filter((id) => !ids.has(id))
      .map((id) => `${id} has rows in tools/matrix but no contract; remove them`),
  ];
}

function gapOf(contract: Contract, given: Tables): readonly string[] {
  const { access, operationId, path } = contract;
  if (path.includes('{') && given.objects[operationId] === undefined)
    return [
      `${operationId}: ${path} has a parameter; say in tools/matrix/objects.ts how its object is made and who else tries`,
    ];
  if (access.kind === 'client' && (given.clientRows[operationId] ?? []).length === 0)
    return [
      `${operationId}: OAuth clients authenticate to it; write its rows in tools/matrix/client-rows.ts`,
    ];
  if (cellsOf(contract, given).length === 0)
    return [`${operationId}: no actor of tools/matrix says anything about it; add some`];
  return [];
}
