import { defineCapability } from '#platform/capability/capability.ts';
import { tppEndings } from './domain/endings.ts';
import { events } from './events.ts';
import { problems } from './problems.ts';

export type { Block, BlockSubject } from './domain/block.ts';
export type { SeenCertificate, ThirdParty } from './domain/third-party.ts';
export { createSightings, type Sightings } from './engine/sightings.ts';
export { blockThirdParty } from './operations/block-third-party.ts';
export { getThirdParty } from './operations/get-third-party.ts';
export { listThirdParties } from './operations/list-third-parties.ts';
export { recordSightings } from './operations/record-sightings.ts';
export { replayBlocks } from './operations/replay-blocks.ts';
export { unblockThirdParty } from './operations/unblock-third-party.ts';
export { problems as tppProblems } from './problems.ts';
export { type BlockCache, createBlockCache } from './store/block-cache.read.ts';

/** Third parties: who has called, with which certificates, and who may not. Operators use it, no interface does. */
export const tppCapability = defineCapability({
  name: 'tpp',
  routes: [],
  events,
  problems,
  endings: tppEndings,
});
