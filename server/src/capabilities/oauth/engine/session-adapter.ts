import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { lifetimes } from '../domain/lifetimes.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';

/** Sessions that somebody has ended, by the uid they keep when the library gives them a new name. */
const endedKind = 'EndedSession';

/**
 * The library's storage for sessions. It reads one at the beginning of a request and saves it at the end, so that a
 * request under way would bring back what was ended meanwhile; and it saves sessions of nobody, which anybody could
 * make without end.
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

/** Whether somebody has ended the session. One that was idle for too long was not ended: its grants live on. */
export async function isSessionEnded(deps: AdapterDeps, uid: string): Promise<boolean> {
  return (await artefactAdapter(endedKind, deps).find(uid)) !== undefined;
}

/** Sees to it that a session that is ended stays so, for as long as anything that came of it could live. */
export function rememberSessionEnds({ Session }: Provider, deps: AdapterDeps): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below, for the session it is about
  const { destroy } = Session.prototype;
  Object.defineProperty(Session.prototype, 'destroy', {
    async value(this: InstanceType<Provider['Session']>) {
      await artefactAdapter(endedKind, deps).upsert(this.uid, {}, lifetimes.sessionAbsolute);
      await destroy.call(this);
    },
  });
}
