import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { consumeArtefact, countOthersOfSecondName } from '../store/artefacts.store.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';

/** A user may reload an address or go through several pages; a client that opens it more often is automated. */
const interactionsPerRequestMax = 10;

/**
 * Storage adapter for interactions. Any browser with a `request_uri` can start one without authentication, so their
 * number is limited. The library destroys an interaction when it resumes it. Here a single statement marks it as
 * consumed, so that only one of several concurrent requests resumes it, and the row stays for repeated requests.
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

/** Returns an interaction that was resumed less than a minute ago. */
export async function consumedInteraction(
  deps: AdapterDeps,
  uid: string,
): Promise<AdapterPayload | undefined> {
  const found = (await artefactAdapter('Interaction', deps).find(uid)) ?? undefined;
  const consumed: unknown = found?.consumed;
  if (typeof consumed !== 'number') return undefined;
  return epochSeconds(deps.context.clock.now()) < consumed + lifetimes.repeat ? found : undefined;
}
