import type { Static } from 'typebox';
import {
  type OwnChange,
  readContentUrl,
  readPersonName,
  readTaxResidencies,
} from '#capabilities/party/index.ts';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { compileValue } from '#platform/http/validation.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { mayBeMobile, parsePhone } from '#platform/kernel/phone-number.ts';
import type { secureUpdateClient, updateClient } from '../contract/own-data.ts';
import { secureUpdateMembers, updateMembers } from '../contract/own-data-values.ts';
import type { SecureChanges, SecureUpdate } from '../operations/own-data/secure-update-client.ts';
import type { UpdateChanges, UpdateClient } from '../operations/own-data/update-client.ts';
import type { Client } from '../steps/client.ts';
import { isVersion } from './client-response.ts';
import {
  readAddress,
  readIdDocument,
  readWholeEmployment,
  toChangeableAddress,
  toEmployment,
} from './own-values.ts';
import { changedMembers, pointTo, rejectInvalid, unknownNames } from './patches.ts';
import { isTimeZone } from './time-zones.ts';

const checkUpdate = compileValue(updateMembers);
const checkSecureUpdate = compileValue(secureUpdateMembers);

const secureNames = Object.keys(secureUpdateMembers.properties);
const updateNames = Object.keys(updateMembers.properties);

type UpdateBody = Static<typeof updateMembers>;
type SecureBody = Static<typeof secureUpdateMembers>;

/** The document that an update changes. */
function updateDocument(client: Client): Readonly<Record<string, unknown>> {
  const { displayName, language, pictureUrl, profile, timeZone } = client;
  return omitUndefined({
    displayName,
    preferredLanguage: language,
    timeZone,
    contactAddress: toChangeableAddress(profile.contactAddress),
    marketingOptIns: profile.optIns,
    marketingOptOuts: profile.optOuts,
    profilePictureUrl: pictureUrl,
  });
}

/** The document that a secure update changes. */
function secureDocument({ email, mobilePhone, profile }: Client): Readonly<Record<string, unknown>> {
  return omitUndefined({
    mobilePhone: mobilePhone?.value,
    email: email?.value,
    legalAddress: toChangeableAddress(profile.legalAddress),
    deliveryAddress: toChangeableAddress(profile.deliveryAddress),
    taxResidencies: profile.sensitive.taxResidencies,
    employment: toEmployment(profile),
    surname: profile.name.kind === 'individual' ? profile.name.surname : undefined,
  });
}

export function toUpdateClient({ body, headers }: RequestOf<typeof updateClient>): UpdateClient {
  return {
    isCurrent: (client) => isVersion(headers['if-match'], client),
    changesOf(client) {
      const changed = changedMembers(updateDocument(client), body);
      const elsewhere = { names: secureNames, operation: 'PATCH /client/secure-update' };
      rejectInvalid(pointTo([...unknownNames(body, updateMembers), ...checkUpdate(changed)], elsewhere));
      // oxlint-disable-next-line typescript/consistent-type-assertions -- just validated against this schema
      return inspect('body', (cursor) => readUpdate(changed as UpdateBody, cursor));
    },
  };
}

function readUpdate(body: UpdateBody, cursor: FieldCursor): UpdateChanges {
  const { contactAddress, displayName, marketingOptIns, marketingOptOuts, preferredLanguage, timeZone } =
    body;
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) cursor.at('timeZone').report('enum');
  reportOpposed(body, cursor);
  const address = mapDefined(contactAddress, (sent) => readAddress(sent, cursor.at('contactAddress')));
  const picture = body.profilePictureUrl;
  if (typeof picture === 'string') readContentUrl(picture, cursor.at('profilePictureUrl'));
  const preference = omitUndefined({ preferredLanguage, optIns: marketingOptIns, optOuts: marketingOptOuts });
  const changes: readonly (OwnChange | undefined)[] = [
    Object.keys(preference).length === 0 ? undefined : { kind: 'preference', ...preference },
    address && { kind: 'address', usage: 'primary', address },
    picture === undefined ? undefined : { kind: 'picture', url: picture },
  ];
  return {
    changes: changes.filter((change) => change !== undefined),
    displayName,
    timeZone,
  };
}

function reportOpposed(
  { marketingOptIns = [], marketingOptOuts = [] }: UpdateBody,
  cursor: FieldCursor,
): void {
  for (const [index, purpose] of marketingOptOuts.entries())
    if (marketingOptIns.includes(purpose))
      cursor.at('marketingOptOuts', index).report('combination-not-allowed');
}

export function toSecureUpdate({ body, headers }: RequestOf<typeof secureUpdateClient>): SecureUpdate {
  return {
    isCurrent: (client) => isVersion(headers['if-match'], client),
    changesOf(client) {
      const changed = changedMembers(secureDocument(client), body);
      const elsewhere = { names: updateNames, operation: 'PATCH /client/update' };
      rejectInvalid(
        pointTo([...unknownNames(body, secureUpdateMembers), ...checkSecureUpdate(changed)], elsewhere),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- just validated against this schema
      return inspect('body', (cursor) => readSecureUpdate(changed as SecureBody, cursor));
    },
  };
}

function readSecureUpdate(body: SecureBody, cursor: FieldCursor): SecureChanges {
  const address = (usage: 'legal' | 'delivery', name: 'legalAddress' | 'deliveryAddress') =>
    mapDefined(
      mapDefined(body[name], (sent) => readAddress(sent, cursor.at(name))),
      (read): OwnChange => ({ kind: 'address', usage, address: read }),
    );
  const employment = mapDefined(
    body.employment,
    (sent): OwnChange => ({ kind: 'employment', change: readWholeEmployment(sent, cursor.at('employment')) }),
  );
  const residencies = mapDefined(body.taxResidencies, (sent) =>
    readTaxResidencies(sent, cursor.at('taxResidencies')),
  );
  const document = mapDefined(body.idDocument, (sent) => readIdDocument(sent, cursor.at('idDocument')));
  const surname = mapDefined(body.surname, (sent) => readPersonName(sent, cursor.at('surname')));
  const documentUrl = mapDefined(body.documentUrl, (url) => readContentUrl(url, cursor.at('documentUrl')));
  return {
    applied: [address('delivery', 'deliveryAddress'), employment].filter((change) => change !== undefined),
    reviewed: omitUndefined({
      'legal-address': address('legal', 'legalAddress'),
      surname: surname === undefined ? undefined : ({ kind: 'surname', surname } as const),
      'tax-residency': residencies && ({ kind: 'tax-residencies', residencies } as const),
      'id-document': document && ({ kind: 'document', document } as const),
    }),
    documentUrl,
    phone: mapDefined(body.mobilePhone, (number) => readMobile(number, cursor.at('mobilePhone'))),
    email: readEmailChange(body, cursor),
  };
}

function readEmailChange(body: SecureBody, cursor: FieldCursor): SecureChanges['email'] {
  const { changeRequestId, code, email } = body;
  if (email === undefined || changeRequestId === undefined || code === undefined) return undefined;
  const read = normalizeEmail(email);
  if (read === undefined) return cursor.at('email').report('format');
  return { value: read.address, changeRequestId, code };
}

function readMobile(text: string, cursor: FieldCursor): string | undefined {
  const number = parsePhone(text)?.number;
  return number === undefined || !mayBeMobile(number) ? cursor.report('format') : number;
}
