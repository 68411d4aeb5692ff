/**
 * Legal forms by country: the short form, then the other spellings of the same form, as words of `readingsOf`. A form
 * with one short name in several countries is one form: names rarely say which country is meant.
 */
const formsByCountry: Readonly<Record<string, readonly string[]>> = {
  AT: [
    'og = offene gesellschaft',
    'gesbr = gesnbr = gesellschaft nach buergerlichem recht',
    'eu = eingetragener unternehmer = eingetragene unternehmerin',
    'reggenmbh = registrierte genossenschaft mit beschraenkter haftung',
  ],
  BE: [
    'bvba',
    'sprl',
    'srl = societe a responsabilite limitee',
    'nv = naamloze vennootschap',
    'vzw',
    'asbl = association sans but lucratif',
    'comm v',
    'vof',
  ],
  BG: ['ood', 'eood', 'ad', 'ead', 'et'],
  CH: ['sagl', 'sarl', 'gmbh', 'ag'],
  CY: ['ltd = limited'],
  CZ: [
    'sro = s r o = spol s r o = spol sro = spolecnost s rucenim omezenym',
    'as = a s = akciova spolecnost',
    'vos',
    'ks',
  ],
  DE: [
    'gmbh = gesellschaft mit beschraenkter haftung = gesellschaft mbh = gesmbh = ges m b h = g m b h',
    'ag = aktiengesellschaft',
    'kg = kommanditgesellschaft',
    'ohg = offene handelsgesellschaft',
    'gbr = gesellschaft buergerlichen rechts',
    'ug = ug haftungsbeschraenkt = unternehmergesellschaft = unternehmergesellschaft haftungsbeschraenkt',
    'gmbhcokg = gmbh co kg = gmbh company kg = gmbh cokg = gesellschaft mit beschraenkter haftung co kommanditgesellschaft',
    'agcokg = ag co kg',
    'ugcokg = ug co kg = ug haftungsbeschraenkt co kg',
    'cokg = co kg',
    'ev = eingetragener verein',
    'eg = eingetragene genossenschaft',
    'ek = eingetragener kaufmann = ekfr = ekfm = eingetragene kauffrau',
    'kgaa = kommanditgesellschaft auf aktien',
    'ggmbh = gemeinnuetzige gmbh = gemeinnuetzige gesellschaft mit beschraenkter haftung',
    'partg = partnerschaft = partnerschaftsgesellschaft',
    'partgmbb',
    'vvag',
  ],
  DK: ['aps = anpartsselskab', 'as = a s = aktieselskab', 'is = i s = interessentskab', 'ks'],
  EE: ['ou = osauhing = oue', 'as = aktsiaselts', 'mtu'],
  ES: [
    'sl = sociedad limitada = s l',
    'sa = sociedad anonima = s a',
    'slu = sociedad limitada unipersonal',
    'sau = sociedad anonima unipersonal',
    'sll = sociedad limitada laboral',
    'sal = sociedad anonima laboral',
    'sc = sociedad civil',
    'scp',
    'cb = comunidad de bienes',
    'scoop = sociedad cooperativa',
  ],
  EU: ['se = societas europaea', 'sce', 'eeig = ewiv = geie'],
  FI: [
    'oy = osakeyhtio = oy ab',
    'oyj = julkinen osakeyhtio = oyj abp',
    'ky = kommandiittiyhtio',
    'ry = rekisteroity yhdistys',
    'tmi = toiminimi',
  ],
  FR: [
    'sarl = societe a responsabilite limitee',
    'sa = societe anonyme',
    'sas = societe par actions simplifiee',
    'sasu = societe par actions simplifiee unipersonnelle',
    'eurl',
    'snc = societe en nom collectif',
    'sci = societe civile immobiliere',
    'scop',
    'selarl',
    'gie',
    'ei = entreprise individuelle',
  ],
  GB: [
    'ltd = limited',
    'plc = public limited company',
    'llp = limited liability partnership',
    'lp = limited partnership',
    'cic',
  ],
  GR: ['ae = anonymi etaireia', 'epe', 'ike', 'oe', 'ee'],
  HR: ['doo = drustvo s ogranicenom odgovornoscu = d o o', 'dd', 'jdoo', 'obrt'],
  HU: ['kft = korlatolt felelossegu tarsasag', 'zrt', 'nyrt', 'bt', 'rt'],
  IE: ['ltd = limited', 'dac = designated activity company', 'clg', 'uc', 'teo = teoranta'],
  IT: [
    'spa = societa per azioni = s p a',
    'srl = societa a responsabilita limitata = s r l',
    'srls',
    'snc = societa in nome collettivo',
    'sas = societa in accomandita semplice',
    'ss',
    'scarl',
    'scrl',
    'onlus',
  ],
  LI: ['anstalt', 'stiftung', 'trust reg'],
  LT: ['uab = uzdaroji akcine bendrove', 'ab = akcine bendrove', 'mb', 'vsi', 'ii'],
  LU: ['sarl', 'sa', 'scsp', 'sca', 'scs'],
  LV: ['sia = sabiedriba ar ierobezotu atbildibu', 'as = akciju sabiedriba', 'ik'],
  MT: ['ltd = limited', 'plc'],
  NL: [
    'bv = besloten vennootschap',
    'nv = naamloze vennootschap',
    'vof = vennootschap onder firma',
    'cv = commanditaire vennootschap',
    'stichting',
    'cooperatie ua',
    'eenmanszaak',
  ],
  NO: ['as = aksjeselskap', 'asa = allmennaksjeselskap', 'ans', 'enk'],
  PL: [
    'spzoo = sp z oo = sp z o o = spolka z oo = spolka z ograniczona odpowiedzialnoscia',
    'sa = spolka akcyjna',
    'spj = sp j = spolka jawna',
    'spk = sp k = spolka komandytowa',
    'sc = spolka cywilna',
    'spzoospk = sp z oo sp k = spolka z ograniczona odpowiedzialnoscia spolka komandytowa',
  ],
  PT: [
    'lda = limitada',
    'unilda = unipessoal lda = unipessoal limitada = sociedade unipessoal lda',
    'sa = sociedade anonima',
    'crl',
    'sgps',
    'eirl',
  ],
  RO: ['srl', 'sa', 'pfa', 'sca'],
  SE: [
    'ab = aktiebolag = a b',
    'hb = handelsbolag',
    'kb = kommanditbolag',
    'ek for = ekonomisk forening',
    'ef',
  ],
  SI: ['doo', 'dd', 'sp = s p', 'zoo'],
  SK: ['sro', 'as', 'vos', 'ks'],
  US: [
    'inc = incorporated',
    'corp = corporation',
    'llc = limited liability company = l l c',
    'co = company',
    'ltd = limited',
    'pllc',
  ],
};

interface LegalForm {
  readonly words: readonly string[];
  readonly form: string;
}

/** Longest first: the whole of a form is taken before a part of it. */
const legalForms: readonly LegalForm[] = Object.values(formsByCountry)
  .flat()
  .flatMap((line) => {
    const [form = '', ...spellings] = line.split(' = ');
    return [form, ...spellings].map((spelling) => ({ form, words: spelling.split(' ') }));
  })
  .toSorted((one, other) => other.words.length - one.words.length);

const byLastWord = indexedBy((words) => words.at(-1) ?? '');
const byFirstWord = indexedBy((words) => words[0] ?? '');
const wordsOfForms = new Set(legalForms.flatMap(({ words }) => (words.length === 1 ? words : [])));

function indexedBy(keyOf: (words: readonly string[]) => string): ReadonlyMap<string, readonly LegalForm[]> {
  return Map.groupBy(legalForms, ({ words }) => keyOf(words));
}

/** A name of a firm without its legal form. */
export interface SplitFirm {
  readonly rest: readonly string[];
  readonly form: string | undefined;
}

/** Splits the legal form off: at the end, or where it leads, as in several countries. Something is always left. */
export function splitLegalForm(words: readonly string[]): SplitFirm {
  const last = (byLastWord.get(words.at(-1) ?? '') ?? []).find(
    (form) => form.words.length < words.length && endsWith(words, form.words),
  );
  if (last !== undefined) return { rest: words.slice(0, -last.words.length), form: last.form };
  const first = (byFirstWord.get(words[0] ?? '') ?? []).find(
    (form) => form.words.length < words.length && startsWith(words, form.words),
  );
  if (first !== undefined) return { rest: words.slice(first.words.length), form: first.form };
  return { rest: words, form: undefined };
}

/** Returns whether a word alone is a legal form. */
export function isLegalForm(word: string): boolean {
  return wordsOfForms.has(word);
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return startsWith(words.slice(-end.length), end);
}

/** Returns whether the words begin with others, word by word. */
export function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, place) => words[place] === word);
}
