import type { SignInTransition } from './sign-in-transition.ts';

const secretMax = 1_024;

/** The password in a form. Temporary ones are letters, and customers type them in either case. */
export function typedPassword(fields: SignInTransition['fields'], by: 'password' | 'temporary'): string {
  const given = (fields.get(by === 'password' ? 'password' : 'temporary-password') ?? '').slice(0, secretMax);
  return by === 'temporary' ? given.trim().toLowerCase() : given;
}
