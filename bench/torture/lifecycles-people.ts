/** A party as the history knows it. */
export interface ModelPerson {
  readonly index: number;
  readonly customerNumber: string;
  /** Every word of the person holds it. */
  readonly canary: string;
  readonly email: string;
  readonly phone: string;
  /** A mailbox that staff typed in, and that an attacker reads. */
  readonly typedEmail: string;
  state: 'living' | 'reported' | 'dead' | 'erased';
  isVerified: boolean;
  mergedInto: ModelPerson | undefined;
}

/** A user as the history knows it. */
export interface ModelUser {
  readonly userId: string;
  readonly username: string;
  /** Whom it was registered for. */
  readonly person: ModelPerson;
  /** Contacts that a code came back from. */
  readonly proven: Set<string>;
  email: string;
  phone: string;
  /** The party had died while the user was its own. */
  isDead: boolean;
}

/** Who a person is after all merges. */
export function survivorOf(person: ModelPerson): ModelPerson {
  return person.mergedInto === undefined ? person : survivorOf(person.mergedInto);
}

export function isLive(person: ModelPerson): boolean {
  return person.mergedInto === undefined && person.state !== 'erased';
}

/** All that are the same party: the person, and all records merged into it. */
export function sameParty(people: readonly ModelPerson[], person: ModelPerson): readonly ModelPerson[] {
  return people.filter((one) => survivorOf(one) === survivorOf(person));
}

export function usersOf(users: readonly ModelUser[], person: ModelPerson): readonly ModelUser[] {
  return users.filter((user) => survivorOf(user.person) === survivorOf(person));
}

/** What may come of a user: `any` while nothing has happened to its party. */
export function stateOfUser({ isDead, person }: ModelUser): 'any' | 'suspended' | 'closed' {
  const { state } = survivorOf(person);
  if (state === 'erased') return 'closed';
  return isDead || state === 'dead' ? 'suspended' : 'any';
}

/** What the interface must say to an application that registers a user with proofs of these contacts. */
export function expectedAnswer(
  { people, users }: { readonly people: readonly ModelPerson[]; readonly users: readonly ModelUser[] },
  asked: { readonly person: ModelPerson; readonly email: string; readonly phone: string },
): string {
  // An erased party frees its contacts when the users have followed; whether they have is not the model's business.
  const others = users.filter((user) => stateOfUser(user) !== 'closed');
  if (others.some(({ email }) => email === asked.email)) return '440 email-already-used';
  if (others.some(({ phone }) => phone === asked.phone)) return '440 phone-number-already-used';
  const { person } = asked;
  const mayRegister =
    isLive(person) &&
    person.state === 'living' &&
    person.isVerified &&
    asked.phone === person.phone &&
    sameParty(people, person).every((one) => usersOf(users, one).length === 0);
  return mayRegister ? '201' : '403 forbidden';
}
