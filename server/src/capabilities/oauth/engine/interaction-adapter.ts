import { type Adapter, errors } from 'oidc-provider';
import { hashOfName } from '../store/artefact-names.ts';
import { countOthersOfSecondName } from '../store/artefacts.store.ts';
import { type AdapterGround, artefactAdapter } from './artefact-adapter.ts';

/** Somebody may open an address again, or step through several questions; whoever opens it this often is no person. */
const interactionsPerRequestMax = 10;

/** Sign-ins under way. Anybody with a `request_uri` can begin one without proving anything, so they are counted. */
export function interactionAdapter(ground: AdapterGround): Adapter {
  const artefacts = artefactAdapter('Interaction', ground);
  const { bankId, clock, db } = ground.context;
  return {
    ...artefacts,
    async upsert(id, payload, expiresIn) {
      const { parJti } = payload;
      if (typeof parJti === 'string') {
        const others = await countOthersOfSecondName(db, {
          bankId,
          kind: 'Interaction',
          hash: hashOfName(id),
          secondHash: hashOfName(parJti),
          now: clock.now(),
        });
        if (others >= interactionsPerRequestMax)
          throw new errors.InvalidRequestUri('request_uri was opened too often');
      }
      await artefacts.upsert(id, payload, expiresIn);
    },
  };
}
