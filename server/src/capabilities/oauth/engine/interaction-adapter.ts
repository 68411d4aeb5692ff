import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { consumeArtefact, countOthersOfSecondName } from '../store/artefacts.store.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';

/** Somebody may open an address again, or step through several questions; whoever opens it this often is no person. */
const interactionsPerRequestMax = 10;

/**
 * Sign-ins under way. Any browser with a `request_uri` can begin one without proving anything, so they are counted. The
 * library destroys one when it resumes it. Here that is decided by one statement, so that of many at once one resumes
 * it, and the row stays for those who come again.
 */
export function interactionAdapter(deps: AdapterDeps): Adapter {
  const artefacts = artefactAdapter('Interaction', deps);
  const { bankId, clock, db } = deps.context;
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
    async find(id) {
      const found = await artefacts.find(id);
      return found?.consumed === undefined ? found : undefined;
    },
    async destroy(id) {
      const key = { bankId, kind: 'Interaction', hash: hashOfName(id), now: clock.now() };
      if (!(await consumeArtefact(db, key)))
        throw new errors.SessionNotFound('interaction session not found');
    },
  };
}

/** An interaction that was resumed less than a minute ago. */
export async function consumedInteraction(
  deps: AdapterDeps,
  uid: string,
): Promise<AdapterPayload | undefined> {
  const found = (await artefactAdapter('Interaction', deps).find(uid)) ?? undefined;
  const consumed: unknown = found?.consumed;
  if (typeof consumed !== 'number') return undefined;
  return epochSeconds(deps.context.clock.now()) < consumed + lifetimes.repeat ? found : undefined;
}
