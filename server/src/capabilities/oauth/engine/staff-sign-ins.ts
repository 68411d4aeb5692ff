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

/** Somebody was sent to the bank's own provider and has not come back; known by the state they carry. */
export type StaffSignIn = Static<typeof staffSignIn>;

export async function rememberStaffSignIn(
  deps: AdapterDeps,
  state: string,
  signIn: StaffSignIn,
): Promise<void> {
  await artefactAdapter(kind, deps).upsert(state, { ...signIn }, lifetimes.interaction);
}

/** The sign-in a state stands for; undefined when there is none, or when its time is over. */
export async function findStaffSignIn(deps: AdapterDeps, state: string): Promise<StaffSignIn | undefined> {
  const found: unknown = await artefactAdapter(kind, deps).find(state);
  if (!Check(staffSignIn, found)) return undefined;
  const nowSeconds = deps.context.clock.now().epochMilliseconds / 1_000;
  return nowSeconds < found.startedAtSeconds + lifetimes.interaction ? found : undefined;
}

/** Uses a state up. Of many at once exactly one is told that it was first. */
export async function consumeStaffSignIn({ context }: AdapterDeps, state: string): Promise<boolean> {
  const { bankId, clock, db } = context;
  return consumeArtefact(db, { bankId, kind, hash: hashOfName(state), now: clock.now() });
}

/** The name of a sign-in in the audit trail: tells attempts apart, and is good for nothing else. */
export function signInIdOf(state: string): string {
  return hashOfName(state).subarray(0, 16).toString('base64url');
}
