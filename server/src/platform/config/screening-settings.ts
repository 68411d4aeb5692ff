import Type from 'typebox';
import { mutualTlsServiceMembers } from './service-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;

const screeningsSchema = Type.Immutable(
  Type.Record(
    Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    Type.Immutable(Type.Object(mutualTlsServiceMembers, closed)),
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
