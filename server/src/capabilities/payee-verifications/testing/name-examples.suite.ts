import type { Holder } from '../domain/matching/match-payee.ts';

/** Returns a person from a first name, middle names and a surname. */
export function person(
  givenName: string,
  surname: string,
  more: { readonly middleName?: string; readonly formerSurnames?: readonly string[] } = {},
): Holder {
  const { formerSurnames = [], middleName } = more;
  const fullName = [givenName, middleName, surname].filter((part) => part !== undefined).join(' ');
  return { kind: 'individual', givenName, middleName, surname, formerSurnames, fullName };
}

/** Returns a firm from its registered name, and the one under which it trades. */
export function firm(...names: readonly string[]): Holder {
  return { kind: 'organization', names, identifiers: {} };
}

const anna = person('Anna', 'Schmidt');
const annaMaria = person('Anna', 'Schmidt', { middleName: 'Maria' });
const mueller = person('Jürgen', 'Müller');
const vanDenBerg = person('Jan', 'van den Berg');
const munoz = person('José', 'Muñoz Álvarez');
const bakery = firm('Bäckerei Huber GmbH');
const liWu = person('Li', 'Wu');
const weber = person('Anna', 'Weber');
const joint = [weber, person('Ben', 'Weber')] as const;

/** The examples of SPEC xs2a-2026 2.6: holders of the account, the name given, the result and the rule. */
export const nameExamples: readonly (readonly [
  held: readonly Holder[],
  given: string,
  code: 'MTCH' | 'CMTC' | 'NMTC',
  rule: string,
])[] = [
  [[anna], 'SCHMIDT ANNA', 'MTCH', '2.1'],
  [[anna], 'Frau Dr. Anna Schmidt', 'MTCH', '2.1'],
  [[annaMaria], 'Anna Schmidt', 'MTCH', '2.1'],
  [[mueller], 'Juergen Mueller', 'MTCH', '2.1'],
  [[mueller], 'Jurgen Muller', 'MTCH', '2.1'],
  [[person('Renée', 'Øgård')], 'Renee Oegaard', 'MTCH', '2.1'],
  [[person('Γιώργος', 'Παπαδόπουλος')], 'Giorgos Papadopoulos', 'MTCH', '2.1'],
  [[person('Иван', 'Петров')], 'Ivan Petrov', 'MTCH', '2.1'],
  [[person('Łukasz', 'Wałęsa')], 'Lukasz Walesa', 'MTCH', '2.1'],
  [[vanDenBerg], 'Jan Vandenberg', 'MTCH', '2.2'],
  [[person('Sean', "O'Brien")], 'Sean O Brien', 'MTCH', '2.2'],
  [[bakery], 'Baeckerei Huber', 'MTCH', '3.1'],
  [[firm('Müller & Sohn GmbH')], 'Mueller und Sohn', 'MTCH', '3.1'],
  [[firm('Silva Construções, S.A.')], 'SILVA CONSTRUCOES SA', 'MTCH', '3.1'],
  [[firm('Rossi Trasporti S.p.A.')], 'Rossi Trasporti SpA', 'MTCH', '3.1'],
  [[firm('Kramer BV', 'Fietsland')], 'Fietsland', 'MTCH', '3.1'],
  [[firm('TechData24 Ltd')], 'Tech Data 24 Limited', 'MTCH', '3.1'],
  [[firm('Intl. Red Cross')], 'International Red Cross', 'MTCH', '3.1'],
  [joint, 'Ben Weber', 'MTCH', '2.1'],
  [joint, 'Anna Weber und Ben Weber', 'MTCH', '5.1'],
  [[firm('Förderverein Park e.V.')], 'Foerderverein Park', 'MTCH', '3.1'],
  [[liWu], 'Wu Li', 'MTCH', '2.1'],
  [[anna], 'Anna Maria Schmidt', 'CMTC', '2.4'],
  [[anna], 'A. Schmidt', 'CMTC', '2.3'],
  [[annaMaria], 'A.M. Schmidt', 'CMTC', '2.3'],
  [[anna], 'Anna Schmitt', 'CMTC', '4'],
  [[mueller], 'Jürgen Möller', 'CMTC', '4'],
  [[munoz], 'José Muñoz', 'CMTC', '2.6'],
  [[munoz], 'Pepe Muñoz Álvarez', 'CMTC', '2.8'],
  [[vanDenBerg], 'Jan Berg', 'CMTC', '2.5'],
  [[person('Marie', 'Dubois-Laurent')], 'Marie Dubois', 'CMTC', '2.6'],
  [[person('Maximilian', 'Huber')], 'Max Huber', 'CMTC', '2.8'],
  [[person('Anna', 'Weber', { formerSurnames: ['Schmidt'] })], 'Anna Schmidt', 'CMTC', '2.7'],
  [[bakery], 'Bäckerei Huber AG', 'CMTC', '3.2'],
  [[firm('Alpha Bau GmbH & Co. KG')], 'Alpha Bau GmbH', 'CMTC', '3.2'],
  [[firm('Bayerische Motoren Werke AG')], 'BMW AG', 'CMTC', '3.4'],
  [[firm('Silva, Unipessoal Lda')], 'Silva Lda', 'CMTC', '3.2'],
  [joint, 'Anna Weber und Carl Roth', 'CMTC', '5.2'],
  [[firm('Silva Construções SA')], 'Silva Consultores SA', 'NMTC', 'none'],
  [[firm('Alpha Bau GmbH')], 'Alfa Bau GmbH', 'NMTC', 'none'],
  [[anna], 'Peter Schmidt', 'NMTC', 'none'],
  [[anna], 'B. Schmidt', 'NMTC', 'none'],
  [[anna], 'Schmidt', 'NMTC', 'none'],
  [[anna], 'Anna', 'NMTC', 'none'],
  [[anna], 'Anna Schneider', 'NMTC', 'none'],
  [[liWu], 'Li Wo', 'NMTC', 'none'],
  [[vanDenBerg], 'Jon van den Berg', 'NMTC', 'none'],
  [[bakery], 'Huber', 'NMTC', 'none'],
];
