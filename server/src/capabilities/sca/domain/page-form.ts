import type { Secret } from '#platform/kernel/secret.ts';

/** A form that a customer sends from a page of an approval. */
export type PageForm =
  | { readonly do: 'identify'; readonly name: string }
  | { readonly do: 'password'; readonly password: Secret<string> }
  /** Back to the name. */
  | { readonly do: 'other-name' }
  | { readonly do: 'accounts'; readonly accountIds: readonly string[] }
  /** Back to the choice of accounts. */
  | { readonly do: 'other-account' }
  | { readonly do: 'method'; readonly methodId: string }
  | { readonly do: 'other-method' }
  | { readonly do: 'code'; readonly code: string }
  | { readonly do: 'passkey'; readonly response: string }
  | { readonly do: 'resend' }
  /** Reads the page again: a device may have answered. */
  | { readonly do: 'refresh' }
  | { readonly do: 'extend' }
  | { readonly do: 'cancel' };

/** Digits of every script as Latin ones, without spaces and hyphens: people copy codes as they are shown. */
export function plainCode(typed: string): string {
  return Array.from(typed.normalize('NFKC'))
    .filter((character) => !/[\s\-]/v.test(character))
    .map((character) => digitOf(character) ?? character)
    .join('');
}

/** Zeros of the scripts whose digits customers type. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6];

function digitOf(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? undefined : String(code - zero);
}
