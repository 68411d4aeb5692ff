import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Temporal } from 'temporal-polyfill';
import type { Vault } from '#platform/crypto/vault.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { isSignInOver, lifetimes } from '../domain/lifetimes.ts';
import { endGrant } from '../operations/end-grant.ts';
import { artefactEncryptionContext } from '../store/artefact-encryption.ts';
import { hashOfName } from '../store/artefact-names.ts';
import {
  type ArtefactKey,
  consumeArtefact,
  deleteArtefact,
  findArtefact,
  findArtefactBySecondName,
  findGrantHash,
  type StoredArtefact,
  saveArtefact,
} from '../store/artefacts.store.ts';

/** What the library keeps for itself, on our tables. */
export interface AdapterDeps {
  readonly context: Context;
  readonly vault: Vault;
}

/** Whatever the library saves without saying for how long is at most a session old. */
const lifeSecondsDefault = lifetimes.sessionAbsolute;

/**
 * The library's storage for one kind of artefact. It reads `consumed` and writes it afterwards, which many can do at
 * once; here the write itself decides, and whoever comes second ends the grant.
 */
export function artefactAdapter(kind: string, { context, vault }: AdapterDeps): Adapter {
  const { bankId, clock, db } = context;
  const keyOf = (id: string): ArtefactKey => ({ bankId, kind, hash: hashOfName(id) });
  const open = (stored: StoredArtefact | undefined): AdapterPayload | undefined => {
    const payload = stored && opened(vault, { bankId, kind, hash: stored.hash }, stored);
    return payload !== undefined && isOver(kind, payload, clock.now()) ? undefined : payload;
  };

  return {
    async upsert(id, payload, expiresIn) {
      const key = keyOf(id);
      await saveArtefact(db, {
        ...key,
        grantHash:
          kind !== 'Grant' && typeof payload.grantId === 'string' ? hashOfName(payload.grantId) : null,
        secondHash: secondHash(payload),
        sealedContent: vault.seal(artefactEncryptionContext(key), Buffer.from(JSON.stringify(payload))),
        expiresAt: clock.now().add({ seconds: keptSeconds(kind, expiresIn) }),
      });
    },
    find: async (id) => open(await findArtefact(db, keyOf(id))),
    findByUid: async (uid) => open(await findArtefactBySecondName(db, keyOf(uid))),
    findByUserCode: async (userCode) => open(await findArtefactBySecondName(db, keyOf(userCode))),
    async consume(id) {
      const key = keyOf(id);
      if (await consumeArtefact(db, { ...key, now: clock.now() })) return;
      if (kind === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('already used');
      // Nothing left to end where somebody else came second before us.
      const grantHash = await findGrantHash(db, key);
      if (grantHash !== undefined) await endGrant(context, { grantHash, reason: 'reuse' });
      throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      // A grant takes along all that came from it, access tokens included.
      if (kind === 'Grant') await endGrant(context, { grantHash: hashOfName(id), reason: 'ended' });
      else await deleteArtefact(db, keyOf(id));
    },
    // The library calls this for each kind and then destroys the grant, which does it all at once.
    revokeByGrantId: async () => undefined,
  };
}

/** Kinds whose end the library sees too late, by as much as it grants to the clocks of clients. */
const endingOnTheSecond: ReadonlySet<string> = new Set(['Session', 'Interaction', 'Grant']);

/** Kinds that say when somebody signed in, and end with that. */
const lastingAsLongAsSessions: ReadonlySet<string> = new Set(['Session', 'RefreshToken']);

/**
 * A session that could be used after its end would get more time by being used, and so on for ever. So would one that
 * a request reads just before its end and saves just after it: a life is at least a second long.
 */
function isOver(kind: string, { authTime, exp, loginTs }: AdapterPayload, now: Temporal.Instant): boolean {
  const nowSeconds = now.epochMilliseconds / 1_000;
  if (endingOnTheSecond.has(kind) && exp !== undefined && exp <= nowSeconds) return true;
  return lastingAsLongAsSessions.has(kind) && isSignInOver(loginTs ?? authTime, nowSeconds);
}

/**
 * How long the row is kept; until when the artefact counts stands inside it. A pushed request is used up when
 * somebody comes back with a code: until all who opened it have had their time, the row must be there to say so.
 */
function keptSeconds(kind: string, expiresIn: number = lifeSecondsDefault): number {
  return kind === 'PushedAuthorizationRequest' ? expiresIn + lifetimes.signIn : expiresIn;
}

/** The other name of an artefact: a session's uid, a device's user code, the request a sign-in came from. */
function secondHash({ parJti, uid, userCode }: AdapterPayload): Buffer | null {
  const name = uid ?? userCode ?? parJti;
  return typeof name === 'string' ? hashOfName(name) : null;
}

function opened(vault: Vault, key: ArtefactKey, stored: StoredArtefact): AdapterPayload {
  const content: unknown = JSON.parse(
    vault.unseal(artefactEncryptionContext(key), stored.sealedContent).toString('utf8'),
  );
  if (typeof content !== 'object' || content === null) throw new Error('an artefact is an object');
  const { consumedAt } = stored;
  return consumedAt === undefined ? { ...content } : { ...content, consumed: epochSeconds(consumedAt) };
}
