import Type, { type Static } from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import { type FieldError, fieldErrorCodes } from '#platform/kernel/problem.ts';

/** Maximum length of `field`. */
const fieldLengthMax = 200;

/** Formats a path as `items[3].status`. Returns undefined for the request as a whole. */
export function fieldOf(path: FieldError['path']): string | undefined {
  const field = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
  return field === '' ? undefined : field.slice(0, fieldLengthMax);
}

/** A field error in every interface except XS2A. */
export const fieldErrorSchema = named(
  'FieldError',
  'One field of the request that is wrong.',
  Type.Object(
    {
      field: Type.Optional(Type.String({ minLength: 1, maxLength: fieldLengthMax })),
      code: Type.Enum(fieldErrorCodes),
      message: Type.String(),
    },
    { additionalProperties: false },
  ),
  {
    field: 'Path of the field, such as `items[3].status`; absent if the request as a whole is wrong.',
    code: 'Reason, for programs.',
    message: 'Reason, for people; in English.',
  },
);

/** Renders a field error for every interface except XS2A. */
export function errorOf({ path, code, message }: FieldError): Static<typeof fieldErrorSchema> {
  const field = fieldOf(path);
  return field === undefined ? { code, message } : { field, code, message };
}
