import { shardOfHandle, type VirtualShard, virtualShard } from '#platform/kernel/ids.ts';

/** Aggregates whose id is a party number. One of an older system can have the form of a handle, which it is not. */
const kindsOfParty: ReadonlySet<string> = new Set(['party', 'customer', 'mailbox']);

/**
 * Returns the shard of an aggregate, to which its audit entries and events belong. An id of ours, whether a UUID, a user
 * id or a handle, contains it.
 */
export function shardOfAggregate(bankId: string, aggregateKind: string, aggregateId: string): VirtualShard {
  const ofHandle = kindsOfParty.has(aggregateKind) ? undefined : shardOfHandle(aggregateId);
  return ofHandle ?? virtualShard(bankId, aggregateId);
}
