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
  upsertArtefact,
} from '../store/artefacts.store.ts';

/** Dependencies of the library's storage adapters. */
export interface AdapterDeps {
  readonly context: Context;
  readonly vault: Vault;
}

/** Lifetime of artefacts that the library saves without one. */
const lifeSecondsDefault = lifetimes.sessionAbsolute;

/**
 * Storage adapter of the library for one kind of artefact. The library reads `consumed` and writes it later, so
 * concurrent requests could all pass. Here a single statement decides, and the second request ends the grant.
 */
export function artefactAdapter(kind: string, { context, vault }: AdapterDeps): Adapter {
  const { bankId, clock, db } = context;
  const keyOf = (id: string): ArtefactKey => ({ bankId, kind, hash: hashOfName(id) });
  const open = (stored: StoredArtefact | undefined): AdapterPayload | undefined => {
    const payload = stored && decrypted(vault, { bankId, kind, hash: stored.hash }, stored);
    return payload !== undefined && isOver(kind, payload, clock.now()) ? undefined : payload;
  };

  return {
    async upsert(id, payload, expiresIn) {
      const key = keyOf(id);
      await upsertArtefact(db, {
        ...key,
        grantHash:
          kind !== 'Grant' && typeof payload.grantId === 'string' ? hashOfName(payload.grantId) : null,
        secondHash: secondHash(payload),
        sealedContent: vault.seal(artefactEncryptionContext(key), Buffer.from(JSON.stringify(payload))),
        expiresAt: clock.now().add({ seconds: storedSeconds(kind, expiresIn) }),
      });
    },
    find: async (id) => open(await findArtefact(db, keyOf(id))),
    findByUid: async (uid) => open(await findArtefactBySecondName(db, keyOf(uid))),
    findByUserCode: async (userCode) => open(await findArtefactBySecondName(db, keyOf(userCode))),
    async consume(id) {
      const key = keyOf(id);
      if (await consumeArtefact(db, { ...key, now: clock.now() })) return;
      if (kind === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('already used');
      // There is no grant left if an earlier second request has ended it.
      const grantHash = await findGrantHash(db, key);
      if (grantHash !== undefined) await endGrant(context, { grantHash, reason: 'reuse' });
      throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      // Deleting a grant also ends everything issued from it, including access tokens.
      if (kind === 'Grant') await endGrant(context, { grantHash: hashOfName(id), reason: 'ended' });
      else await deleteArtefact(db, keyOf(id));
    },
    // The library calls this for each kind and then destroys the grant, which ends everything at once.
    revokeByGrantId: async () => undefined,
  };
}

/** Kinds that the library would accept after their end, because it applies the clock tolerance of clients to them. */
const endingOnTheSecond: ReadonlySet<string> = new Set(['Session', 'Interaction', 'Grant']);

/** Kinds that contain the sign-in time and end with the absolute session limit. */
const lastingAsLongAsSessions: ReadonlySet<string> = new Set(['Session', 'RefreshToken']);

/**
 * Returns whether an artefact has ended. A session that could be used after its end would be extended by each use, and
 * never end. The same applies to a session that a request reads just before its end and saves just after it, because a
 * lifetime is at least one second.
 */
function isOver(kind: string, { authTime, exp, loginTs }: AdapterPayload, now: Temporal.Instant): boolean {
  const nowSeconds = now.epochMilliseconds / 1_000;
  if (endingOnTheSecond.has(kind) && exp !== undefined && exp <= nowSeconds) return true;
  return lastingAsLongAsSessions.has(kind) && isSignInOver(loginTs ?? authTime, nowSeconds);
}

/**
 * Returns how long the row is stored; the content has its own expiry. A pushed request is consumed when the browser
 * returns with a code, so its row must outlive all sign-ins that were started with it.
 */
function storedSeconds(kind: string, expiresIn: number = lifeSecondsDefault): number {
  return kind === 'PushedAuthorizationRequest' ? expiresIn + lifetimes.signIn : expiresIn;
}

/**
 * Returns the second name of an artefact: a session's uid, a device's user code, or the request that started a sign-in.
 */
function secondHash({ parJti, uid, userCode }: AdapterPayload): Buffer | null {
  const name = uid ?? userCode ?? parJti;
  return typeof name === 'string' ? hashOfName(name) : null;
}

function decrypted(vault: Vault, key: ArtefactKey, stored: StoredArtefact): AdapterPayload {
  const content: unknown = JSON.parse(
    vault.unseal(artefactEncryptionContext(key), stored.sealedContent).toString('utf8'),
  );
  if (typeof content !== 'object' || content === null) throw new Error('artefact content is not an object');
  const { consumedAt } = stored;
  return consumedAt === undefined ? { ...content } : { ...content, consumed: epochSeconds(consumedAt) };
}
