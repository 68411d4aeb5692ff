import type { Secret } from '#platform/kernel/secret.ts';

/** What a third party sends about its customer. */
export type Update =
  | { readonly kind: 'identify'; readonly name: string }
  | { readonly kind: 'authenticate'; readonly name: string | undefined; readonly password: Secret<string> }
  | { readonly kind: 'select-method'; readonly methodId: string }
  | { readonly kind: 'authorise'; readonly code: string }
  | { readonly kind: 'confirm'; readonly code: string | undefined };
