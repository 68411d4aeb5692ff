import type { AccountView, SignInView } from '#capabilities/identity/index.ts';

/** View of one kind. */
export type SignInViewOf<Kind extends SignInView['kind']> = Extract<SignInView, { readonly kind: Kind }>;
export type AccountViewOf<Kind extends AccountView['kind']> = Extract<AccountView, { readonly kind: Kind }>;

/** Parts of views. */
export type FactorChoice = SignInViewOf<'method'>['choices'][number];
export type SignInError = NonNullable<SignInViewOf<'identify'>['error']>;
export type ListedPasskey = AccountViewOf<'overview'>['passkeys'][number];
export type ListedBrowser = AccountViewOf<'overview'>['browsers'][number];
export type ListedContact = AccountViewOf<'overview'>['email'];
export type ListedLogin = AccountViewOf<'overview'>['logins'][number];
export type ListedSession = AccountViewOf<'overview'>['sessions'][number];
