import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { lifetimes } from '../domain/lifetimes.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';

/** Markers of ended sessions, by the uid, which stays the same when the library renames a session. */
const endedKind = 'EndedSession';

/**
 * Storage adapter for sessions. The library reads a session at the start of a request and saves it at the end, so a
 * running request would restore a session that was ended in the meantime. It also saves anonymous sessions, which any
 * caller could create without limit; they are dropped here.
 */
export function sessionAdapter(deps: AdapterDeps): Adapter {
  const artefacts = artefactAdapter('Session', deps);
  const unlessEnded = async (
    session: AdapterPayload | undefined | void,
  ): Promise<AdapterPayload | undefined> =>
    session?.uid !== undefined && !(await isSessionEnded(deps, session.uid)) ? session : undefined;
  return {
    ...artefacts,
    async upsert(id, payload, expiresIn) {
      if (payload.accountId !== undefined) await artefacts.upsert(id, payload, expiresIn);
    },
    find: async (id) => unlessEnded(await artefacts.find(id)),
    findByUid: async (uid) => unlessEnded(await artefacts.findByUid(uid)),
  };
}

/** Returns whether a session was ended explicitly. An idle timeout does not count: its grants continue. */
export async function isSessionEnded(deps: AdapterDeps, uid: string): Promise<boolean> {
  return (await artefactAdapter(endedKind, deps).find(uid)) !== undefined;
}

/** Makes ended sessions stay ended, for as long as anything issued from them could live. */
export function recordSessionEnds({ Session }: Provider, deps: AdapterDeps): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below, for the session it is about
  const { destroy } = Session.prototype;
  Object.defineProperty(Session.prototype, 'destroy', {
    async value(this: InstanceType<Provider['Session']>) {
      await artefactAdapter(endedKind, deps).upsert(this.uid, {}, lifetimes.sessionAbsolute);
      await destroy.call(this);
    },
  });
}
