import { type Option } from '../server/src/platform/config/xs2a-profile/option.ts';
import { xs2aOptions } from '../server/src/platform/config/xs2a-profile/profile.ts';

/** Describes every option of a bank profile. */
export function xs2aProfileDocument(notice: string): string {
  const rows = Object.entries<Option>(xs2aOptions).map(
    ([name, { default: usual, effect, publication, schema }]) =>
      `| \`${name}\`${publication === 'withheld' ? ' (not published)' : ''} | ${typeOf(schema)} | ${valueOf(usual)} | ${effect} |`,
  );
  return `# Bank profile for third parties

${notice} Set in \`PORTICO_XS2A_PROFILES\`: a JSON list with one object for each bank, \`bank\` and any of these options. Third parties read
the effective values at \`/.well-known/xs2a-profile\`.

| Option | Values | Default | Effect |
|---|---|---|---|
${rows.join('\n')}
`;
}

function valueOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? 'all' : `\`${text}\``;
}

/** Writes a schema in few words. */
function typeOf(schema: object): string {
  const parts: Readonly<Record<string, unknown>> = { ...schema };
  const { anyOf, const: only, enum: words, items, maximum, minimum, type } = parts;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(Object(one))).join(' or ');
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (type === 'array') return `list of ${typeOf(Object(items))}`;
  if (type === 'integer') return `${String(minimum)} to ${String(maximum)}`;
  if (type === 'null') return '`null`';
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  const { format } = parts;
  return type === 'string' && typeof format === 'string' ? format : String(type);
}
