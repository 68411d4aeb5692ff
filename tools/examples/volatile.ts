type Json = Readonly<Record<string, unknown>>;

/** The form of a value that differs in each run, and what an example has instead. */
interface Volatile {
  readonly pattern: RegExp;
  /** Returns the value for the n-th different text. */
  readonly instead: (text: string, index: number) => string;
}

/** Ids and secrets are random. Everything else in an example is what the server returned. */
const volatileTexts: readonly Volatile[] = [
  {
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gu,
    instead: (_text, index) => `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  },
  {
    // UUIDs without hyphens.
    pattern: /(?<![\w-])[0-9a-f]{32}(?![\w-])/gu,
    instead: (_text, index) => `019a0000000070008000${String(index).padStart(12, '0')}`,
  },
  {
    // Handles of 16 bytes with a counter: most of the bytes are zero.
    pattern: /(?<![\w-])(?=[\w-]*AAAA)[\w-]{22}(?![\w-])/gu,
    instead: (text, index) => `Handle${String(index).padStart(3, '0')}`.padEnd(text.length, 'x'),
  },
  {
    // Tokens and marks: at least 20 characters of both cases, with a digit or with two capitals in a row. No name in
    // the product is like that. In an address a token may follow an encoded colon.
    pattern: /(?:(?<![\w%-])|(?<=%3A))(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*(?:[0-9]|[A-Z]{2}))[\w-]{20,}/gu,
    instead: (text, index) => `Example${String(index).padStart(3, '0')}`.padEnd(text.length, 'x'),
  },
  {
    // The version of a resource, with a digest of it.
    pattern: /"[0-9]+\.[\w-]{11}"/gu,
    instead: (_text, index) => `"${index}.exampleEtag"`,
  },
];

/** Members whose values differ in each run although their form is an ordinary one, and what an example has instead. */
const volatileMembers: Readonly<Record<string, unknown>> = {
  activationCode: 'KC47Z-IWZT6-XVD6M-6CZ7S',
  'challenge-code': '39370745',
  csrf: 'example-form-token',
  otp: '483912',
  // The example of Standard Webhooks.
  notificationSecrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  // The encrypted seeds of a device; some of their parts are too short to be recognized.
  oath: 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..ExampleNonce.ExampleSeeds.ExampleTag',
  qrContent: 'portico-pair:?server=https%3A%2F%2Fportico.test&bank=01&code=KC47Z-IWZT6-XVD6M-6CZ7S',
  scaAuthenticationData: '483912',
  responseCode: '48391207',
  'response-code': '48391207',
  'sync-token': 'example-sync-token',
  uptimeSeconds: 42,
  xsrf: 'example-form-token',
  // A public key of RFC 7517, appendix A.1.
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** Texts that look random and are not: the verifier and the challenge of RFC 7636, appendix B. */
const constants: ReadonlySet<string> = new Set([
  'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
]);

/** Replaces volatile values. The same value is replaced by the same one everywhere in a history. */
export interface Settled {
  settle(value: unknown): unknown;
}

export function createSettled(): Settled {
  const replacements = createReplacements();
  const settleText = (text: string): string =>
    volatileTexts.reduce(
      (settled, form) => settled.replaceAll(form.pattern, (found) => replacements.of(found, form)),
      text,
    );
  const settle = (value: unknown): unknown => {
    if (typeof value === 'string') return settleText(value);
    if (Array.isArray(value)) return value.map(settle);
    if (typeof value !== 'object' || value === null) return value;
    return settleMembers({ ...value });
  };
  const settleMember = (name: string, inner: unknown): unknown => {
    if (Object.hasOwn(volatileMembers, name)) return volatileMembers[name];
    // The code of a sign-in page; other members of this name have other forms.
    const isSentCode = name === 'code' && typeof inner === 'string' && /^\d{6}$/u.test(inner);
    return isSentCode ? volatileMembers['otp'] : settle(inner);
  };
  const settleMembers = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settleMember(name, inner)]));
  return { settle };
}

interface Replacements {
  /** Returns the replacement of a text, the same for each form in which it is found. */
  of(found: string, form: Volatile): string;
}

function createReplacements(): Replacements {
  const known = new Map<string, string>();
  const made = new Set<string>();
  const counts = new Map<Volatile, number>();
  return {
    of(found, form) {
      if (constants.has(found) || made.has(found)) return found;
      const earlier = known.get(found);
      if (earlier !== undefined) return earlier;
      const count = (counts.get(form) ?? 0) + 1;
      counts.set(form, count);
      const replacement = form.instead(found, count);
      known.set(found, replacement);
      made.add(replacement);
      return replacement;
    },
  };
}
