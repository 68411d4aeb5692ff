import Type from 'typebox';
import { named } from '#platform/http/named-schema.ts';

const { Optional } = Type;

/** Where the third party goes next. */
const link = named(
  'Link',
  'An address of this interface or of a page.',
  Type.Object({ href: Type.String() }),
  { href: 'Absolute, or a path on the same host.' },
);
export const links = named(
  'Links',
  'Links by their names in the standard. Follow them instead of building addresses.',
  Type.Record(Type.String(), link, {
    description: 'Links by their names in the standard.',
  }),
);

/** SPEC xs2a 3.12: a method of strong customer authentication. */
export const authenticationObject = named(
  'AuthenticationMethod',
  'A method of strong customer authentication that the customer has.',
  Type.Object({
    authenticationType: Type.String({ description: 'SMS_OTP, CHIP_OTP, PUSH_OTP.' }),
    authenticationMethodId: Type.String({ maxLength: 35 }),
    name: Type.String(),
    explanation: Optional(Type.String()),
  }),
  { authenticationMethodId: 'Select the method with this id.', name: 'How the customer named it.' },
);

/** What the customer needs in order to answer. */
export const challengeData = named(
  'ChallengeData',
  'What the customer needs in order to compute or enter the code.',
  Type.Object({
    data: Optional(Type.Array(Type.String())),
    otpMaxLength: Optional(Type.Integer()),
    otpFormat: Optional(Type.Enum(['characters', 'integer'])),
    additionalInformation: Optional(Type.String()),
  }),
  { data: 'Challenge to show to the customer.', otpMaxLength: 'Longest code that can be entered.' },
);

const flagText = Type.Enum(['true', 'false']);
const psuText = Type.String({ minLength: 1, maxLength: 50 });
const uri = Type.String({ minLength: 1, maxLength: 500 });

/** SPEC xs2a 1.2: the customer as the third party names it. */
export const psuHeaders = {
  'psu-id': Optional(psuText),
  'psu-id-type': Optional(psuText),
  'psu-corporate-id': Optional(psuText),
  'psu-corporate-id-type': Optional(psuText),
} as const;

const octet = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})';
const ipAddress = `^(?:${octet}(?:\\.${octet}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\\.[0-9]{1,3}){0,3})$`;

/** What the customer's own request looked like; for logs and risk, never for a decision alone. */
export const psuContextHeaders = {
  // SPEC xs2a 8 row 6: both versions. Requests with it are not counted, so it must at least be an address.
  'psu-ip-address': Optional(Type.String({ pattern: ipAddress })),
  'psu-ip-port': Optional(Type.String({ maxLength: 5 })),
  'psu-accept': Optional(Type.String({ maxLength: 500 })),
  'psu-accept-charset': Optional(Type.String({ maxLength: 500 })),
  'psu-accept-encoding': Optional(Type.String({ maxLength: 500 })),
  'psu-accept-language': Optional(Type.String({ maxLength: 500 })),
  'psu-user-agent': Optional(Type.String({ maxLength: 1_000 })),
  'psu-http-method': Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  'psu-device-id': Optional(Type.String({ format: 'uuid' })),
  'psu-geo-location': Optional(
    Type.String({ pattern: '^GEO:-?[0-9]{1,2}\\.[0-9]{6};-?[0-9]{1,3}\\.[0-9]{6}$' }),
  ),
} as const;

/** How the third party would like the customer to approve. */
export const approachHeaders = {
  'tpp-redirect-preferred': Optional(flagText),
  'tpp-decoupled-preferred': Optional(flagText),
  'tpp-redirect-uri': Optional(uri),
  'tpp-nok-redirect-uri': Optional(uri),
} as const;

/** Where changes of status are sent, and which. SPEC xs2a 1.2 */
export const notificationRequestHeaders = {
  'tpp-notification-uri': Optional(uri),
  'tpp-notification-content-preferred': Optional(
    Type.String({ pattern: '^status=(?:SCA|PROCESS|LAST)(?:, ?(?:SCA|PROCESS|LAST)){0,2}$' }),
  ),
} as const;

/** What a third party says when it creates a resource. SPEC xs2a 1.2 */
export const creationHeaders = {
  'tpp-explicit-authorisation-preferred': Optional(flagText),
  'tpp-brand-logging-information': Optional(Type.String({ maxLength: 255 })),
  ...notificationRequestHeaders,
} as const;

const identifier = Optional(Type.String({ minLength: 1, maxLength: 35 }));

/** SPEC xs2a 3.3: how an account is named; exactly one identifier, which the operation checks. */
export const accountIdentifiers = {
  iban: Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$' })),
  bban: Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,30}$' })),
  pan: identifier,
  maskedPan: identifier,
  msisdn: identifier,
  currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
} as const;

/** SPEC xs2a 3.3 */
export const accountReference = named(
  'AccountReference',
  'An account by exactly one of its numbers.',
  Type.Object(accountIdentifiers, { additionalProperties: false }),
  { currency: 'Needed only for one currency of an account that has several.' },
);
