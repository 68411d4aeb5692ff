/** A party in the model. */
export interface ModelPerson {
  readonly index: number;
  readonly customerNumber: string;
  /** Text that every personal value of the party contains. */
  readonly canary: string;
  readonly email: string;
  readonly phone: string;
  /** Mailbox that an employee entered and an attacker reads. */
  readonly typedEmail: string;
  state: 'living' | 'reported' | 'dead' | 'erased';
  isVerified: boolean;
  mergedInto: ModelPerson | undefined;
}

/** A user in the model. */
export interface ModelUser {
  readonly userId: string;
  readonly username: string;
  /** Party for which the user was registered. */
  readonly person: ModelPerson;
  /** Verified contacts. */
  readonly proven: Set<string>;
  email: string;
  phone: string;
  /** Whether the party died while the user belonged to it. */
  isDead: boolean;
}

/** Returns the party that remains after all merges. */
export function survivorOf(person: ModelPerson): ModelPerson {
  return person.mergedInto === undefined ? person : survivorOf(person.mergedInto);
}

export function isLive(person: ModelPerson): boolean {
  return person.mergedInto === undefined && person.state !== 'erased';
}

/** Returns the person and all records merged into it. */
export function sameParty(people: readonly ModelPerson[], person: ModelPerson): readonly ModelPerson[] {
  return people.filter((one) => survivorOf(one) === survivorOf(person));
}

export function usersOf(users: readonly ModelUser[], person: ModelPerson): readonly ModelUser[] {
  return users.filter((user) => survivorOf(user.person) === survivorOf(person));
}

/** Returns the allowed state of a user: `any` while its party is unchanged. */
export function stateOfUser({ isDead, person }: ModelUser): 'any' | 'suspended' | 'closed' {
  const { state } = survivorOf(person);
  if (state === 'erased') return 'closed';
  return isDead || state === 'dead' ? 'suspended' : 'any';
}

/** Returns the expected response to a registration with verified contacts. */
export function expectedResponse(
  { people, users }: { readonly people: readonly ModelPerson[]; readonly users: readonly ModelUser[] },
  registration: { readonly person: ModelPerson; readonly email: string; readonly phone: string },
): string {
  // The contacts of an erased party are free after its users are closed; the model does not track when.
  const others = users.filter((user) => stateOfUser(user) !== 'closed');
  if (others.some(({ email }) => email === registration.email)) return '440 email-already-used';
  if (others.some(({ phone }) => phone === registration.phone)) return '440 phone-number-already-used';
  const { person } = registration;
  const mayRegister =
    isLive(person) &&
    person.state === 'living' &&
    person.isVerified &&
    registration.phone === person.phone &&
    sameParty(people, person).every((one) => usersOf(users, one).length === 0);
  return mayRegister ? '201' : '403 forbidden';
}
