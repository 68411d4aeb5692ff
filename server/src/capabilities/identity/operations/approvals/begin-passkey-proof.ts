import { randomBytes } from 'node:crypto';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { passkeyProofMinutes } from '../../domain/policy.ts';
import { isActive } from '../../domain/user.ts';
import { proofChallenge } from '../../engine/passkeys/proof-challenge.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { encryptProof } from '../../steps/passkey-proof.ts';
import { insertPasskeyProof } from '../../store/passkey-proofs.store.ts';
import { listPasskeys } from '../../store/passkeys.store.ts';
import { findUser } from '../../store/users.store.ts';

export interface BeginPasskeyProof {
  readonly userId: string;
  /** Hash of what the page shows and the user approves. */
  readonly digest: string;
  /** Origin of the page, such as `https://bank.example`. */
  readonly origin: string;
}

/** A proof that waits for a passkey: valid once, for five minutes. */
export interface BegunPasskeyProof {
  readonly proofId: string;
  /** JSON for `navigator.credentials.get`. */
  readonly options: string;
}

const nonceBytes = 32;

/** Begins an approval by passkey; undefined if the user has none, or may not act. */
export async function beginPasskeyProof(
  ctx: Context & IdentityPorts,
  { digest, origin, userId }: BeginPasskeyProof,
): Promise<BegunPasskeyProof | undefined> {
  const { bankId, clock, db, ids, passkeys } = ctx;
  const [user, known] = await Promise.all([findUser(db, ctx, userId), listPasskeys(db, { bankId, userId })]);
  if (user === undefined || !isActive(user) || known.length === 0) return undefined;
  const nonce = randomBytes(nonceBytes);
  const { options } = await passkeys.beginUse(known, proofChallenge(nonce, digest));
  const proofId = ids.handle(virtualShard(bankId, userId));
  const now = clock.now();
  await insertPasskeyProof(db, {
    bankId,
    proofId,
    userId,
    sealedState: encryptProof(ctx, proofId, { nonce, origin }),
    expiresAt: now.add({ minutes: passkeyProofMinutes }),
    now,
  });
  return { proofId, options };
}
