import Type from 'typebox';
import { isNetwork, isWebUrl } from './address-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;
const file = Type.String({ pattern: '^file:.', maxLength: 500 });

const screeningsSchema = Type.Immutable(
  Type.Record(
    Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    Type.Immutable(
      Type.Object(
        {
          url: Type.Refine(Type.String({ maxLength: 500 }), isWebUrl),
          /** Our certificate and its key, by which the service knows us. */
          certificate: file,
          key: file,
          /** Authority that signed the certificate of the service; absent: one that the system trusts. */
          ca: Type.Optional(file),
          networks: Type.Optional(
            Type.Immutable(Type.Array(Type.Refine(Type.String(), isNetwork), { maxItems: 16 })),
          ),
        },
        closed,
      ),
    ),
  ),
);

function screenings(): SettingType<typeof screeningsSchema> {
  return json(
    screeningsSchema,
    'for each bank an object with url, certificate and key; see docs/guides/screening.md',
  );
}

/** The service that screens the customers of each bank. */
export const screeningSettings = {
  screenings: {
    name: 'PORTICO_SCREENINGS',
    kind: screenings(),
    presence: { default: '{}' },
    description:
      'The service of each bank that compares new customers with lists of sanctions and fraud. Without one, and while it is away or undecided, two employees decide.',
  },
} as const;
