import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
import { createProofKeys, type ProofKey, proofKeyFrom } from './proof-key.ts';
import type { ProofReplays } from './proof-replays.ts';

/** What a proof must fit. */
export interface ProofContext {
  /** The `DPoP` header. Two of them arrive joined by a comma, which no proof contains. */
  readonly proof: string | undefined;
  readonly method: string;
  /** As the request line has it, with or without query. */
  readonly path: string;
  readonly token: string;
  /** Of the key that the token is bound to. */
  readonly thumbprint: string;
  /** The bank under which uses of this token's proofs are remembered. */
  readonly bankId: string;
}

/** Judges proofs of possession (RFC 9449 4.3). */
export interface ProofChecks {
  /** Checks that the sender has the token's key, for this very request. Writes nothing. */
  check(context: ProofContext): ProofVerdict;
}

/** A proof that fits can be used up; one that does not has the cause of the refusal. */
export type ProofVerdict =
  | { readonly kind: 'refused'; readonly cause: ProofRefusal }
  | {
      readonly kind: 'fits';
      /** Uses the proof up. Returns nothing the first time; afterwards the cause of the refusal. */
      readonly use: () => Promise<ProofRefusal | undefined>;
    };

/** Why a proof was refused, for the log. */
export type ProofRefusal = Extract<RefusalCause, `proof-${string}`>;

export interface ProofCheckOptions {
  readonly clock: Clock;
  /** The address callers use; never what a request claims our name to be. */
  readonly baseUrl: string;
  readonly replays: ProofReplays;
}

const proofLengthMax = 4_096;
/** Printable, so that any store can keep it as it is. */
const proofIdForm = /^[\x20-\x7E]{1,128}$/;
const validForSeconds = 60;
const clockToleranceSeconds = 10;
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

interface Proof {
  readonly key: ProofKey;
  readonly claims: object;
  readonly proofId: string;
  /** Header and claims as they were signed. */
  readonly signed: string;
  readonly signature: Buffer;
}

export function createProofChecks({ clock, baseUrl, replays }: ProofCheckOptions): ProofChecks {
  const keys = createProofKeys();
  const base = new URL(baseUrl).href.replace(/\/$/, '');
  return {
    check(context) {
      if (context.proof === undefined) return refused('proof-missing');
      const proof = readProof(context.proof);
      if (proof === undefined) return refused('proof-malformed');
      // What costs little is looked at first; a signature costs a hundred times as much.
      const mismatch = mismatchOf(proof, context, base);
      if (mismatch !== undefined) return refused(mismatch);
      const issuedAt = issuedAtOf(proof.claims, clock.now().epochMilliseconds);
      if (typeof issuedAt === 'string') return refused(issuedAt);
      if (!keys.isSigned(proof.key, proof.signed, proof.signature)) return refused('proof-signature-invalid');
      const { bankId, thumbprint } = context;
      const { proofId } = proof;
      // Another instance's clock may be behind ours and take the proof for younger than it is.
      const validUntil = issuedAt.add({ seconds: validForSeconds + clockToleranceSeconds });
      return {
        kind: 'fits',
        use: async () => {
          const isFirst = await replays.isFirstUse({ bankId, thumbprint, proofId, validUntil });
          return isFirst ? undefined : 'proof-replayed';
        },
      };
    },
  };
}

function refused(cause: ProofRefusal): ProofVerdict {
  return { kind: 'refused', cause };
}

function readProof(text: string): Proof | undefined {
  if (text.length > proofLengthMax || !compactForm.test(text)) return undefined;
  const [head = '', payload = '', written = ''] = text.split('.');
  const signature = Buffer.from(written, 'base64url');
  // The last letter has bits that nobody reads; a signature has one spelling.
  if (signature.toString('base64url') !== written) return undefined;
  const key = keyFrom(objectFrom(head));
  const named = claimsFrom(payload);
  return key && named && { key, ...named, signed: `${head}.${payload}`, signature };
}

function claimsFrom(payload: string): Pick<Proof, 'claims' | 'proofId'> | undefined {
  const claims = objectFrom(payload);
  const proofId: unknown = claims && Reflect.get(claims, 'jti');
  return claims !== undefined && isProofId(proofId) ? { claims, proofId } : undefined;
}

function keyFrom(header: object | undefined): ProofKey | undefined {
  if (header === undefined || Reflect.get(header, 'typ') !== 'dpop+jwt') return undefined;
  // It names extensions that must be understood; we understand none.
  if (Object.hasOwn(header, 'crit')) return undefined;
  return proofKeyFrom(Reflect.get(header, 'alg'), Reflect.get(header, 'jwk'));
}

function objectFrom(part: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
    // Not JSON.
  } catch {
    return undefined;
  }
}

/** What of the token or the request the proof was not made for. */
function mismatchOf(
  { claims, key }: Proof,
  { method, path, thumbprint, token }: ProofContext,
  base: string,
): ProofRefusal | undefined {
  if (key.thumbprint !== thumbprint) return 'proof-key-wrong';
  if (Reflect.get(claims, 'htm') !== method) return 'proof-method-wrong';
  const tokenHash: unknown = Reflect.get(claims, 'ath');
  if (tokenHash === undefined) return 'proof-token-hash-missing';
  if (tokenHash !== hash('sha256', token, 'base64url')) return 'proof-token-hash-wrong';
  const ours = `${base}${path.split(/[?#]/, 1)[0] ?? ''}`;
  return isSameUri(Reflect.get(claims, 'htu'), ours) ? undefined : 'proof-address-wrong';
}

/**
 * Both addresses are parsed once, the WHATWG way; query and fragment of the claim do not count. Ours must come out
 * as it went in: a path with `..` or `\` in it would be one place to the parser and another one to the router.
 */
function isSameUri(claimed: unknown, ours: string): boolean {
  if (typeof claimed !== 'string' || URL.parse(ours)?.href !== ours) return false;
  const place = URL.parse(claimed);
  if (place === null) return false;
  place.search = '';
  place.hash = '';
  return place.href === ours;
}

function issuedAtOf(claims: object, nowMs: number): Temporal.Instant | ProofRefusal {
  const seconds: unknown = Reflect.get(claims, 'iat');
  if (typeof seconds !== 'number') return 'proof-malformed';
  const ageSeconds = nowMs / 1_000 - seconds;
  if (ageSeconds < -clockToleranceSeconds) return 'proof-from-future';
  if (ageSeconds > validForSeconds) return 'proof-expired';
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds * 1_000));
}

function isProofId(value: unknown): value is string {
  return typeof value === 'string' && proofIdForm.test(value);
}
