import Type, { type Static } from 'typebox';
import type { Caller } from '#platform/auth/caller.ts';
import { textMax } from './error-bodies.ts';

const tppWarning = Type.Object(
  {
    category: Type.Enum(['WARNING']),
    code: Type.String({ maxLength: 35 }),
    path: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ maxLength: textMax })),
  },
  { additionalProperties: false },
);

/** The member `tppMessages` of successful responses: contracts declare it where the standard has it. */
export const tppWarnings = Type.Optional(
  Type.Array(tppWarning, {
    description: 'Warnings for the third party, such as the expiry of its certificate.',
  }),
);

/** Returns what the checks of its certificate warn a third party about: it is about to expire, or not for clients. */
export function warningsFor(caller: Caller): readonly Static<typeof tppWarning>[] {
  if (caller.kind !== 'tpp') return [];
  return caller.warnings.map((text) => ({
    category: 'WARNING',
    code: 'WARNING',
    text: text.slice(0, textMax),
  }));
}
