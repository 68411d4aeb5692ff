import { createHmac } from 'node:crypto';

/** An authenticator app with one TOTP seed. */
export interface AuthenticatorApp {
  /** Returns a code that was not used before. */
  code(): Promise<string>;
}

const stepMs = 30_000;
const digits = 6;

export function authenticatorApp(seed: Buffer): AuthenticatorApp {
  let used = 0;
  return {
    async code() {
      // The product accepts each code once: a second code in the same half minute is that of the next one.
      const step = Math.max(used + 1, Math.floor(Date.now() / stepMs));
      used = step;
      const earlyMs = (step - 1) * stepMs - Date.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      return totp(seed, step);
    },
  };
}

/** How long an assignment may take: a code of the half minute before the previous one is too old. */
const assignmentMs = 10_000;

/** Returns the code of the previous half minute for the assignment, so that the current one stays unused. */
export async function codeForAssignment(seed: Buffer): Promise<string> {
  const now = Date.now();
  const step = Math.floor(now / stepMs);
  const leftMs = stepMs - (now % stepMs);
  if (leftMs >= assignmentMs) return totp(seed, step - 1);
  await new Promise((resolve) => setTimeout(resolve, leftMs));
  // Not read from the clock again: a timer may fire a millisecond early, still in the old half minute.
  return totp(seed, step);
}

/** RFC 6238 with SHA-1. */
function totp(seed: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return truncated(createHmac('sha1', seed).update(counter).digest(), digits);
}

/** Returns the last digits of the number at the offset that the last half byte names, RFC 4226 5.3. */
export function truncated(mac: Buffer, length: number): string {
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}
