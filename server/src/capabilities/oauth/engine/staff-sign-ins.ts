import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { lifetimes } from '../domain/lifetimes.ts';
import { hashOfName } from '../store/artefact-names.ts';
import { consumeArtefact } from '../store/artefacts.store.ts';
import { type AdapterDeps, artefactAdapter } from './artefact-adapter.ts';

const kind = 'StaffSignIn';

const staffSignIn = Type.Object({
  interactionUid: Type.String(),
  tieHash: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  startedAtSeconds: Type.Integer(),
  assurances: Type.Array(Type.String()),
  maxAgeSeconds: Type.Integer(),
  freshness: Type.Enum(['session-will-do', 'anew']),
});

/** Pending sign-in at the bank's own provider, identified by its `state` parameter. */
export type StaffSignIn = Static<typeof staffSignIn>;

export async function saveStaffSignIn(deps: AdapterDeps, state: string, signIn: StaffSignIn): Promise<void> {
  await artefactAdapter(kind, deps).upsert(state, { ...signIn }, lifetimes.interaction);
}

/** Finds the sign-in of a state; undefined if there is none, or it has expired. */
export async function findStaffSignIn(deps: AdapterDeps, state: string): Promise<StaffSignIn | undefined> {
  const found: unknown = await artefactAdapter(kind, deps).find(state);
  if (!Check(staffSignIn, found)) return undefined;
  const nowSeconds = deps.context.clock.now().epochMilliseconds / 1_000;
  return nowSeconds < found.startedAtSeconds + lifetimes.interaction ? found : undefined;
}

/** Consumes a state. Returns true for exactly one of several concurrent calls. */
export async function consumeStaffSignIn({ context }: AdapterDeps, state: string): Promise<boolean> {
  const { bankId, clock, db } = context;
  return consumeArtefact(db, { bankId, kind, hash: hashOfName(state), now: clock.now() });
}

/** Returns the id of a sign-in for the audit trail: it identifies attempts and is no credential. */
export function signInIdOf(state: string): string {
  return hashOfName(state).subarray(0, 16).toString('base64url');
}
