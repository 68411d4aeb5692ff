import { configurationCapability } from '#capabilities/configuration/index.ts';
import { compose } from './composition.ts';

export const configuration = compose(configurationCapability, {
  ports: async ({ api }) => api && { cache: api.maintenance },
});
