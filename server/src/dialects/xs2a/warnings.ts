import Type, { type Static } from 'typebox';
import type { RequestFacts, RequestHeaders } from '#platform/http/dialect.ts';
import { named } from '#platform/http/named-schema.ts';
import { textMax } from './error-bodies.ts';
import { foreignAddresses } from './own-addresses.ts';

const tppWarning = named(
  'TppWarning',
  'Something that the third party should change, although the request succeeded.',
  Type.Object(
    {
      category: Type.Enum(['WARNING']),
      code: Type.String({ maxLength: 35 }),
      path: Type.Optional(Type.String()),
      text: Type.Optional(Type.String({ maxLength: textMax })),
    },
    { additionalProperties: false },
  ),
);

/** The member `tppMessages` of successful responses: contracts declare it where the standard has it. */
export const tppWarnings = Type.Optional(
  Type.Array(tppWarning, {
    description:
      'Warnings for the third party, such as the expiry of its certificate, or an address outside of its domains.',
  }),
);

type TppWarning = Static<typeof tppWarning>;

/**
 * Returns what a third party is warned about: its certificate is about to expire or not for clients, or an address is
 * not its own.
 */
export function warningsFor(headers: RequestHeaders, facts: RequestFacts): readonly TppWarning[] {
  if (facts.caller.kind !== 'tpp') return [];
  return [
    ...facts.caller.warnings.map((text) => warning(text)),
    ...foreignAddresses(headers, facts).map(({ header, message }) => ({ ...warning(message), path: header })),
  ];
}

function warning(text: string): TppWarning {
  return { category: 'WARNING', code: 'WARNING', text: text.slice(0, textMax) };
}
