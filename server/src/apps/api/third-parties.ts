import {
  type BlockCache,
  createBlockCache,
  createSightings,
  recordSightings,
  type Sightings,
} from '#capabilities/tpp/index.ts';
import type { Database } from '#platform/db/database.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** What a process of the API knows about third parties: who may not call, and who has called. */
export interface ThirdParties {
  readonly blocks: BlockCache;
  readonly sightings: Sightings;
  /** Writes down who has called since the last time. */
  saveSightings(): Promise<void>;
}

/** Opens the capability `tpp` for the requests of one process. */
export function openThirdParties({ clock, config, ids, log }: Runtime, database: Database): ThirdParties {
  const sightings = createSightings();
  return {
    blocks: createBlockCache(database, config.banks),
    sightings,
    async saveSightings() {
      for (const [bankId, its] of sightings.take()) {
        const requestId = ids.uuid(virtualShard(bankId, 'tpp-sightings'));
        const work = { job: 'record-tpp-sightings', bankId, requestId };
        await recordSightings(systemContext({ app: database, clock, ids, log }, work), its);
      }
    },
  };
}
