/** Forms of address and degrees, which are no part of a name. Words are in the form of `readingsOf`. */
export const titles: ReadonlySet<string> = new Set(
  `dr doktor prof professor ing dipl mag bakk ir drs mr mrs ms miss mister sir herr frau fr hr mme madame mlle monsieur
  sr sra srta senor senora sig sigra signor signora dott dottssa dssa dhr mevr mw mevrouw fru pan pani inz mgr bc kyrios
  kyria gospodin gospozha mba phd msc bsc llm`.split(/\s+/u),
);

/** Particles of surnames. */
export const particles: ReadonlySet<string> = new Set(
  `van von vom zu zum zur der den dem des de del della dello dei degli da das do dos di du la le les lo los las el al
  ter ten te tot t op af av auf an und y i ibn bin bint`.split(/\s+/u),
);

/** What stands between the names of two holders, and means nothing in the name of a firm. */
export const conjunctions: ReadonlySet<string> = new Set(['und', 'and', 'et', 'y', 'e']);

/** Short words of firms by what they stand for. */
export const shortWords: Readonly<Record<string, string>> = {
  intl: 'international',
  internat: 'international',
  natl: 'national',
  bros: 'brothers',
  gebr: 'gebrueder',
  gebrueder: 'gebrueder',
  gebruder: 'gebrueder',
  st: 'saint',
  sankt: 'saint',
  sint: 'saint',
  ste: 'sainte',
  co: 'company',
  corp: 'corporation',
  assoc: 'association',
  assn: 'association',
  mfg: 'manufacturing',
  bldg: 'building',
  dept: 'department',
  univ: 'university',
  ges: 'gesellschaft',
  svcs: 'services',
  svc: 'service',
  mgmt: 'management',
  cia: 'compania',
  cie: 'compagnie',
  hnos: 'hermanos',
  flli: 'fratelli',
  ets: 'etablissements',
};
