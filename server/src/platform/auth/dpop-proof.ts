import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import { createProofKeys, type ProofKey, proofKeyFrom } from './proof-key.ts';
import type { ProofReplays } from './proof-replays.ts';

/** What a proof must fit. */
export interface ProofScene {
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
  /** Whether the sender has the token's key, for this very request, for the first time. Using a proof uses it up. */
  isGood(scene: ProofScene): Promise<boolean>;
}

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
  /** Header and claims as they were signed. */
  readonly signed: string;
  readonly signature: Buffer;
}

export function createProofChecks({ clock, baseUrl, replays }: ProofCheckOptions): ProofChecks {
  const keys = createProofKeys();
  const base = new URL(baseUrl).href.replace(/\/$/, '');
  return {
    async isGood(scene) {
      const proof = readProof(scene.proof ?? '');
      // What costs little is looked at first; a signature costs a hundred times as much.
      if (proof === undefined || proof.key.thumbprint !== scene.thumbprint) return false;
      if (!isForRequest(proof.claims, scene, base)) return false;
      const proofId: unknown = Reflect.get(proof.claims, 'jti');
      const issuedAt = issuedAtOf(proof.claims, clock.now().epochMilliseconds);
      if (!isProofId(proofId) || issuedAt === undefined) return false;
      if (!keys.isSigned(proof.key, proof.signed, proof.signature)) return false;
      const { bankId, thumbprint } = scene;
      // Another instance's clock may be behind ours and take the proof for younger than it is.
      const validUntil = issuedAt.add({ seconds: validForSeconds + clockToleranceSeconds });
      return replays.isFirstUse({ bankId, thumbprint, proofId, validUntil });
    },
  };
}

function readProof(text: string): Proof | undefined {
  if (text.length > proofLengthMax || !compactForm.test(text)) return undefined;
  const [head = '', payload = '', written = ''] = text.split('.');
  const signature = Buffer.from(written, 'base64url');
  // The last letter has bits that nobody reads; a signature has one spelling.
  if (signature.toString('base64url') !== written) return undefined;
  const key = keyFrom(objectFrom(head));
  const claims = objectFrom(payload);
  if (key === undefined || claims === undefined) return undefined;
  return { key, claims, signed: `${head}.${payload}`, signature };
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

function isForRequest(claims: object, { method, path, token }: ProofScene, base: string): boolean {
  return (
    Reflect.get(claims, 'htm') === method &&
    Reflect.get(claims, 'ath') === hash('sha256', token, 'base64url') &&
    isSamePlace(Reflect.get(claims, 'htu'), `${base}${path.split(/[?#]/, 1)[0] ?? ''}`)
  );
}

/**
 * Both addresses are parsed once, the WHATWG way; query and fragment of the claim do not count. Ours must come out
 * as it went in: a path with `..` or `\` in it would be one place to the parser and another one to the router.
 */
function isSamePlace(claimed: unknown, ours: string): boolean {
  if (typeof claimed !== 'string' || URL.parse(ours)?.href !== ours) return false;
  const place = URL.parse(claimed);
  if (place === null) return false;
  place.search = '';
  place.hash = '';
  return place.href === ours;
}

function issuedAtOf(claims: object, nowMs: number): Temporal.Instant | undefined {
  const seconds: unknown = Reflect.get(claims, 'iat');
  if (typeof seconds !== 'number') return undefined;
  const ageSeconds = nowMs / 1_000 - seconds;
  const isTimely = ageSeconds <= validForSeconds && ageSeconds >= -clockToleranceSeconds;
  return isTimely ? Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds * 1_000)) : undefined;
}

function isProofId(value: unknown): value is string {
  return typeof value === 'string' && proofIdForm.test(value);
}
