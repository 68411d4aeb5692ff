import { shardCount, type VirtualShard } from '#platform/kernel/ids.ts';

/** Port: the virtual shards that this cell serves. Configured. */
export interface Cell {
  serves(shard: VirtualShard): boolean;
  /** The share of all shards, above 0 and at most 1. */
  readonly share: number;
}

/** A cell that serves ranges of shards, both ends included. */
export function createCell(ranges: readonly { readonly first: number; readonly last: number }[]): Cell {
  const served = ranges.reduce((count, { first, last }) => count + last - first + 1, 0);
  return {
    serves: (shard) => ranges.some(({ first, last }) => first <= shard && shard <= last),
    share: served / shardCount,
  };
}

/** A cell that serves every shard. */
export const onlyCell: Cell = createCell([{ first: 0, last: shardCount - 1 }]);
