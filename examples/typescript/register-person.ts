import type { operations } from '../../contracts/typescript/party.ts';
import type { BodyOf, Clients } from './clients.ts';

type Register = operations['Individuals_Register'];
export type NewPerson = Register['requestBody']['content']['application/json'];

/** Why a person was not registered, for a form: fields to mark, or what to do. */
export type Registration =
  | { readonly kind: 'registered'; readonly partyNumber: string }
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  | { readonly kind: 'refused'; readonly advice: string };

/** Registers a person, and says what to do if the bank refuses. */
export async function registerPerson(
  { party }: Clients,
  person: NewPerson,
  idempotencyKey: string,
): Promise<Registration> {
  const { data, error, response } = await party.POST('/v1/party/parties/individuals', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: person,
  });
  if (data !== undefined) return { kind: 'registered', partyNumber: data.id };
  if ('errors' in error)
    return { kind: 'fields', fields: error.errors.map(({ code, field = '' }) => `${field} ${code}`) };
  return { kind: 'refused', advice: adviceFor(error, response.status) };
}

type Refusal = BodyOf<Register, 440>;

/** What to do about some reasons. The compiler refuses a reason that the operation does not have. */
const adviceOf: Readonly<Partial<Record<Refusal['problem'], string>>> = {
  'duplicate-party-suspected': 'Ask whether the person is a customer already.',
  'id-number-already-registered': 'Search for the id number.',
  'id-number-not-acceptable': 'Check the id number.',
  'profile-downgrade-not-allowed': 'The person has a higher profile already.',
};

function adviceFor(
  { problem, message }: { readonly problem: string; readonly message: string },
  status: number,
): string {
  const known = Object.entries(adviceOf).find(([reason]) => reason === problem);
  return known === undefined ? `${status}: ${message}` : known[1];
}
