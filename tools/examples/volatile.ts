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
    // Handles of 16 bytes with a counter: most of the bytes are zero.
    pattern: /(?<![\w-])(?=[\w-]*AAAA)[\w-]{22}(?![\w-])/gu,
    instead: (text, index) => `Handle${String(index).padStart(3, '0')}`.padEnd(text.length, 'x'),
  },
  {
    // Tokens and marks: at least 20 characters with all three kinds.
    pattern: /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9])[\w-]{20,}/gu,
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
  otp: '483912',
  qrContent: 'portico-pair:?server=https%3A%2F%2Fportico.test&bank=01&code=KC47Z-IWZT6-XVD6M-6CZ7S',
  'response-code': '48391207',
  'sync-token': 'example-sync-token',
  uptimeSeconds: 42,
};

/** Replaces volatile values. The same value is replaced by the same one everywhere in a history. */
export interface Settled {
  settle(value: unknown): unknown;
}

export function createSettled(): Settled {
  const replaced = volatileTexts.map(() => new Map<string, string>());
  const settleText = (text: string): string =>
    volatileTexts.reduce((settledText, { instead, pattern }, index) => {
      const known = replaced[index] ?? new Map<string, string>();
      return settledText.replaceAll(pattern, (found) => {
        const replacement = known.get(found) ?? instead(found, known.size + 1);
        return (known.set(found, replacement), replacement);
      });
    }, text);
  const settle = (value: unknown): unknown => {
    if (typeof value === 'string') return settleText(value);
    if (Array.isArray(value)) return value.map(settle);
    if (typeof value !== 'object' || value === null) return value;
    return settleMembers({ ...value });
  };
  const settleMembers = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        Object.hasOwn(volatileMembers, name) ? volatileMembers[name] : settle(inner),
      ]),
    );
  return { settle };
}
