import type { Contract } from '../../server/src/platform/http/contract.ts';
import { callerActors, rightActors } from './caller-actors.ts';
import type { ActorGroup, Cell } from './cell.ts';
import { clientRows } from './client-rows.ts';
import { objectCells, pathOf } from './object-actors.ts';
import type { ObjectEntry } from './object-entry.ts';
import { objects } from './objects.ts';
import { proofActors } from './proof-actors.ts';
import { thirdPartyActors } from './third-party-actors.ts';
import { tokenActors } from './token-actors.ts';

/** Rows that cannot be derived from a contract. */
export interface Tables {
  readonly objects: Readonly<Record<string, ObjectEntry>>;
  readonly clientRows: Readonly<Record<string, readonly Cell[]>>;
}

type Headers = Readonly<Record<string, string>>;

const tables: Tables = { objects, clientRows };

/** Actors whose responses follow from the contract. */
export const derivedGroups: readonly ActorGroup[] = [
  tokenActors,
  proofActors,
  callerActors,
  rightActors,
  thirdPartyActors,
];

/** Third parties authenticate with certificates, all other callers with tokens. */
function groupsFor({ interface: { dialect } }: Contract): readonly ActorGroup[] {
  return derivedGroups.filter((group) => (group === thirdPartyActors) === (dialect.name === 'xs2a'));
}

/** Returns all cells of a route. */
export function cellsOf(
  contract: Contract,
  { objects: entries, clientRows: clients }: Tables = tables,
): readonly Cell[] {
  const derived = groupsFor(contract).flatMap(({ actors }) =>
    actors.flatMap(({ name, cells }) => cells(contract).map((cell) => ({ actor: name, ...cell }))),
  );
  const object = entries[contract.operationId];
  return [
    ...derived,
    ...(object?.kind === 'owned' ? objectCells(contract, object) : []),
    ...(clients[contract.operationId] ?? []),
  ];
}

/** Returns the target of derived requests: the route, with an object that does not exist. */
export function targetOf(
  contract: Contract,
  { objects: entries }: Tables = tables,
): { method: Contract['method']; path: string } {
  const object = entries[contract.operationId];
  const values = object?.kind === 'owned' ? object.unknown : (object?.values ?? {});
  return { method: contract.method, path: pathOf(contract, values) };
}

/** Returns the headers that every request to a route needs. */
export function headersFor({ operationId }: Contract, { objects: entries }: Tables = tables): Headers {
  const object = entries[operationId];
  return object?.kind === 'open' ? (object.sends?.headers ?? {}) : {};
}

/** Returns the gaps of the matrix, each with the action that closes it. */
export function gapsIn(contracts: readonly Contract[], source: Tables = tables): readonly string[] {
  const ids = new Set(contracts.map(({ operationId }) => operationId));
  return [
    ...contracts.flatMap((contract) => gapOf(contract, source)),
    ...[...Object.keys(source.objects), ...Object.keys(source.clientRows)]
      .filter((id) => !ids.has(id))
      .map((id) => `${id} has rows in tools/matrix but no contract; remove them`),
  ];
}

function gapOf(contract: Contract, source: Tables): readonly string[] {
  const { access, operationId, path } = contract;
  if (path.includes('{') && source.objects[operationId] === undefined)
    return [`${operationId}: ${path} has a parameter; add its object and callers to tools/matrix/objects.ts`];
  if (access.kind === 'client' && (source.clientRows[operationId] ?? []).length === 0)
    return [`${operationId}: OAuth clients authenticate to it; add its rows to tools/matrix/client-rows.ts`];
  if (cellsOf(contract, source).length === 0)
    return [`${operationId}: no actor of tools/matrix applies to it; add one`];
  return [];
}
