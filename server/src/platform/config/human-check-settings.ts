import Type from 'typebox';
import { fileReference, serviceMembers } from './service-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;

const humanChecksSchema = Type.Immutable(
  Type.Record(
    Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    Type.Immutable(
      Type.Object(
        {
          /** `url` is that of the operation itself. */
          ...serviceMembers,
          /** By which the service knows the site of the bank. */
          secret: fileReference,
          scoreMin: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          hostnames: Type.Optional(
            Type.Immutable(Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 16 })),
          ),
        },
        closed,
      ),
    ),
  ),
);

function humanChecks(): SettingType<typeof humanChecksSchema> {
  return json(
    humanChecksSchema,
    'for each bank an object with url and secret; see docs/guides/customer-sign-in.md',
  );
}

/** The service of each bank that distinguishes people from programs. */
export const humanCheckSettings = {
  humanChecks: {
    name: 'PORTICO_HUMAN_CHECKS',
    kind: humanChecks(),
    presence: { default: '{}' },
    description:
      'The service of each bank that verifies the tokens of X-Human-Check, by the protocol siteverify (Turnstile, hCaptcha, reCAPTCHA). Banks without one accept every token.',
  },
} as const;
