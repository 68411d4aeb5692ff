import type {
  ContactPoint,
  CustomerFacts,
  IdentificationDocument,
  PartyName,
  PersonalFacts,
  SensitiveFacts,
} from './facts.ts';
import type { RegistrationProfile } from './literals.ts';

/** The facts of a party by name, the unit of the history. Each contact point and each document is a fact. */
export type FactMap = ReadonlyMap<string, unknown>;

/** The two encrypted documents of a party. */
export interface PartyFacts {
  readonly personal: PersonalFacts;
  readonly sensitive: SensitiveFacts;
}

const contactPointPrefix = 'contact-point:';
const documentPrefix = 'document:';

const personalNames = [
  'profile',
  'name',
  'customer',
  'life',
  'pictureUrl',
  'person',
  'residence',
  'employment',
  'organization',
  'ownership',
  'size',
  'servicing',
  'preference',
  'nameSecrecy',
] as const;

const sensitiveNames = [
  'identification',
  'birth',
  'taxResidencies',
  'netMonthlyIncome',
  'death',
  'ownerNumbers',
] as const;

/** Splits the documents into facts. */
export function factsOf({ personal, sensitive }: PartyFacts): FactMap {
  const entries: (readonly [string, unknown])[] = [
    ...personalNames.map((name) => [name, personal[name]] as const),
    ...sensitiveNames.map((name) => [name, sensitive[name]] as const),
    ...personal.contactPoints.map((point) => [`${contactPointPrefix}${point.id}`, point] as const),
    ...sensitive.documents.map((document) => [`${documentPrefix}${document.id}`, document] as const),
  ];
  return new Map(entries.filter(([, value]) => value !== undefined));
}

/** Joins facts into documents; undefined without a name, because the party was not registered then. */
export function partyFactsFrom(facts: FactMap): PartyFacts | undefined {
  if (!['profile', 'name', 'customer'].every((name) => facts.has(name))) return undefined;
  const pick = (names: readonly string[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.filter((name) => facts.has(name)).map((name) => [name, facts.get(name)]));
  const listed = (prefix: string): readonly unknown[] =>
    [...facts]
      .filter(([name]) => name.startsWith(prefix))
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([, value]) => value);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `factsOf` split these very types
  const required = pick(personalNames) as {
    profile: RegistrationProfile;
    name: PartyName;
    customer: CustomerFacts;
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `factsOf` split these very types
  const contactPoints = listed(contactPointPrefix) as readonly ContactPoint[];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `factsOf` split these very types
  const documents = listed(documentPrefix) as readonly IdentificationDocument[];
  return {
    personal: { ...required, contactPoints },
    sensitive: { ...pick(sensitiveNames), documents },
  };
}

/** Returns whether a party may have several facts of this kind, each with its own id. */
export function isOneOfSeveral(name: string): boolean {
  return name.startsWith(contactPointPrefix) || name.startsWith(documentPrefix);
}

/** Returns whether a fact is of class C3. */
export function isSensitive(name: string): boolean {
  return name.startsWith(documentPrefix) || sensitiveNames.some((sensitive) => sensitive === name);
}

/** Returns the names of the facts that differ. */
export function changedFacts(before: FactMap, after: FactMap): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => canonical(before.get(name)) !== canonical(after.get(name)));
}

/** Returns a text that is equal for equal values, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (value === undefined) return '';
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}

/** Returns whether a value has members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
