import { Secret } from '#platform/kernel/secret.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Update } from '../domain/update.ts';
import { problems } from '../problems.ts';

/** Body of a request about an authorisation, as the contract describes it. */
export interface UpdateBody {
  readonly psuData?: {
    readonly password?: string;
    readonly encryptedPassword?: string;
    readonly additionalPassword?: string;
    readonly additionalEncryptedPassword?: string;
  };
  readonly authenticationMethodId?: string;
  readonly scaAuthenticationData?: string;
  readonly confirmationCode?: string;
}

/** Returns what a body asks for; undefined if it asks for nothing. SPEC xs2a 1.9: at most one thing. */
export function updateIn(body: UpdateBody = {}, psuId?: string): Update | undefined {
  const asked = Object.entries(body).filter(([, value]) => value !== undefined);
  if (asked.length > 1) throw severalThings(asked.map(([name]) => name));
  const { authenticationMethodId: methodId, confirmationCode, psuData, scaAuthenticationData } = body;
  if (psuData !== undefined) return passwordIn(psuData, psuId);
  if (methodId !== undefined) return { kind: 'select-method', methodId };
  if (scaAuthenticationData !== undefined) return { kind: 'authorise', code: scaAuthenticationData };
  if (confirmationCode !== undefined) return { kind: 'confirm', code: confirmationCode };
  return psuId === undefined ? undefined : { kind: 'identify', name: psuId };
}

function passwordIn(
  { password, ...others }: NonNullable<UpdateBody['psuData']>,
  name: string | undefined,
): Update {
  if (Object.values(others).some((value) => value !== undefined)) throw problems['password-not-encrypted']();
  if (password === undefined)
    throw standardProblems.invalid({
      fieldErrors: [
        { part: 'body', path: ['psuData', 'password'], code: 'required', message: 'password is required.' },
      ],
    });
  return { kind: 'authenticate', name, password: new Secret(password) };
}

function severalThings(names: readonly string[]): Error {
  return standardProblems.invalid({
    fieldErrors: names.map((name) => ({
      part: 'body' as const,
      path: [name],
      code: 'combination-not-allowed' as const,
      message: `Send only one of: ${names.join(', ')}.`,
    })),
  });
}
