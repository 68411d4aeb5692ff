import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { partyNumberFrom } from '../domain/party-number.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { nextSerials } from '../store/parties.store.ts';

/** A cell finds no number of its shards in this many draws with a probability below one in eight million. */
const drawsMax = 16;

/**
 * Returns a number for a new party. Its shard is one of this cell's, because the shard of a party follows from its
 * number; so two cells, whose sequences start alike, never give the same number.
 */
export async function newPartyNumber({
  bankId,
  cell,
  db,
}: Pick<Context & PartyPorts, 'bankId' | 'cell' | 'db'>): Promise<string> {
  const count = Math.ceil(1 / cell.share);
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const numbers = (await nextSerials(db, count)).map(partyNumberFrom);
    const own = numbers.find((number) => cell.serves(virtualShard(bankId, number)));
    if (own !== undefined) return own;
  }
  throw new Error('no party number of the shards of this cell was found');
}
