import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import type { RefusalCause } from '#platform/kernel/refusal-cause.ts';
import { createProofKeys, type ProofKey, proofKeyFrom } from './proof-key.ts';
import type { ProofReplays } from './proof-replays.ts';

/** What a proof must match. */
export interface ProofContext {
  /** The `DPoP` header. Two headers arrive joined by a comma, which no proof contains. */
  readonly proof: string | undefined;
  readonly method: string;
  /** The path of the request line, with or without query. */
  readonly path: string;
  readonly token: string;
  /** Thumbprint of the key that the token is bound to. */
  readonly thumbprint: string;
  /** The bank under which used proofs of this token are stored. */
  readonly bankId: string;
}

/** Verifies proofs of possession (RFC 9449 4.3). */
export interface ProofChecks {
  /** Verifies that the sender has the token's key, for exactly this request. Writes nothing. */
  check(context: ProofContext): ProofVerdict;
}

/** A matching proof can be consumed; any other has the cause of the refusal. */
export type ProofVerdict =
  | { readonly kind: 'refused'; readonly cause: ProofRefusal }
  | {
      readonly kind: 'fits';
      /** Consumes the proof. Returns undefined the first time, afterwards the cause of the refusal. */
      readonly use: () => Promise<ProofRefusal | undefined>;
    };

/** Why a proof was refused, for the log. */
export type ProofRefusal = Extract<RefusalCause, `proof-${string}`>;

export interface ProofCheckOptions {
  readonly clock: Clock;
  /** The address callers use, never the host that a request claims. */
  readonly baseUrl: string;
  readonly replays: ProofReplays;
}

const proofLengthMax = 4_096;
/** Printable, so that every store can save it unchanged. */
const proofIdForm = /^[\x20-\x7E]{1,128}$/;
const validForSeconds = 60;
const clockToleranceSeconds = 10;
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

interface Proof {
  readonly key: ProofKey;
  readonly claims: object;
  readonly proofId: string;
  /** Header and claims exactly as signed. */
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
      // Cheap checks first; a signature check costs a hundred times as much.
      const mismatch = mismatchOf(proof, context, base);
      if (mismatch !== undefined) return refused(mismatch);
      const issuedAt = issuedAtOf(proof.claims, clock.now().epochMilliseconds);
      if (typeof issuedAt === 'string') return refused(issuedAt);
      if (!keys.isSigned(proof.key, proof.signed, proof.signature)) return refused('proof-signature-invalid');
      const { bankId, thumbprint } = context;
      const { proofId } = proof;
      // The clock of another instance may be behind and accept the proof for longer.
      const validUntil = issuedAt.add({ seconds: validForSeconds + clockToleranceSeconds });
      return {
        kind: 'fits',
        use: async () => {
          const isFirst = await replays.recordFirstUse({ bankId, thumbprint, proofId, validUntil });
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
  // The last base64url character has unused bits; only one spelling of a signature is accepted.
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
  // The proof requires extensions; none is supported.
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

/** Returns the cause if the proof was made for another token or request. */
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
 * Both addresses are parsed once, by the WHATWG rules; query and fragment of the claim are ignored. Our own address
 * must survive parsing unchanged: a path with `..` or `\` would mean one resource to the parser and another to the
 * router.
 */
function isSameUri(claimed: unknown, ours: string): boolean {
  if (typeof claimed !== 'string' || URL.parse(ours)?.href !== ours) return false;
  const claimedUrl = URL.parse(claimed);
  if (claimedUrl === null) return false;
  claimedUrl.search = '';
  claimedUrl.hash = '';
  return claimedUrl.href === ours;
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
