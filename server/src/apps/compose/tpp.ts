import { tppCapability } from '#capabilities/tpp/index.ts';
import { tppCommands } from '../commands/tpps.ts';
import { compose } from './composition.ts';

/** Requests of third parties use its cache of blocks and its sightings; see `start-api.ts`. */
export const tpp = compose(tppCapability, { commands: [tppCommands], ports: async () => ({}) });
