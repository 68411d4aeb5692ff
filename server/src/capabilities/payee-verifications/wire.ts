import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type * as contracts from './contract.ts';
import type { OrganisationId, Payee, PayeeResult } from './domain/payee.ts';
import type { ReadBulk } from './operations/get-bulk.ts';
import type { BulkAnswer, VerifyBulk } from './operations/verify-bulk.ts';
import { problems } from './problems.ts';
import type { OwnBulk } from './steps/load-bulk.ts';
import type { BulkPayee } from './store/payee-vault.ts';

type SingleRequest = RequestOf<typeof contracts.verifyPayee>;
type BulkRequest = RequestOf<typeof contracts.verifyBulk>;
type SentPayee = Pick<SingleRequest['body'], 'party' | 'partyAccount' | 'partyAgent'>;

const version = { 'x-reference-api-version': '1.3.16' } as const;

export function toVerification({ body, headers }: SingleRequest): { readonly payee: Payee } {
  refuseUnsupported(headers, [{ sent: body, path: [] }]);
  return { payee: payeeIn(body) };
}

export function toBulk({ body, headers }: BulkRequest): VerifyBulk {
  const sent = body.partyVerificationRequests;
  refuseUnsupported(
    headers,
    sent.map((one, place) => ({ sent: one, path: ['partyVerificationRequests', place] })),
  );
  return {
    payees: sent.map((one) => ({ uetr: one.uetr, ...payeeIn(one) })),
    isAsynchronousPreferred: headers['client-asynchronous-process-preferred'] === 'true',
  };
}

const unsupportedHeaders = {
  'body-sig-profile': 'Body-Sig-Profile',
  'body-enc-profile': 'Body-Enc-Profile',
  'body-enc-list': 'Body-Enc-List',
} as const;

/** SPEC xs2a-2026 1.2 and 2.1: profiles of bodies, and identifiers of persons. */
function refuseUnsupported(
  headers: Readonly<Record<string, unknown>>,
  payees: readonly { readonly sent: SentPayee; readonly path: readonly (string | number)[] }[],
): void {
  const fieldErrors = [
    ...Object.entries(unsupportedHeaders).flatMap(([name, spelled]): FieldError[] =>
      headers[name] === undefined
        ? []
        : [
            {
              part: 'header',
              path: [spelled],
              code: 'unknown-field',
              message: 'Header is not supported.',
            },
          ],
    ),
    ...payees.flatMap(({ path, sent }): FieldError[] =>
      sent.party.identification?.privateId === undefined
        ? []
        : [
            {
              part: 'body',
              path: [...path, 'party', 'identification', 'privateId'],
              code: 'unknown-field',
              message: 'Identifiers of persons are not compared.',
            },
          ],
    ),
  ];
  if (fieldErrors.length > 0) throw problems['parameter-not-supported']({ fieldErrors });
}

function payeeIn({ party, partyAccount, partyAgent }: SentPayee): Payee {
  const organisationId = party.identification?.organisationId;
  return omitUndefined({
    iban: ibanSpelling(partyAccount.iban ?? ''),
    bic: partyAgent?.financialInstitutionId.bicfi,
    name: party.name,
    organisationId: organisationId && organisationIn(organisationId),
  });
}

type SentOrganisation = NonNullable<NonNullable<SentPayee['party']['identification']>['organisationId']>;

/** Returns undefined for an object without any identifier. */
function organisationIn({ anyBIC, lei, others = [] }: SentOrganisation): OrganisationId | undefined {
  if (anyBIC === undefined && lei === undefined && others.length === 0) return undefined;
  return {
    ...omitUndefined({ lei, anyBic: anyBIC }),
    others: others.map(({ identification, schemeNameCode }) => ({
      scheme: schemeNameCode,
      id: identification,
    })),
  };
}

/** One text for every cause, so that a third party cannot learn which accounts exist. */
const notApplicableText = 'The payee could not be verified.';

type ResultMembers = Omit<ResponseOf<typeof contracts.verifyPayee>['body'], 'tppMessages'>;

function resultMembers({ name, organisation }: PayeeResult): ResultMembers {
  const hasNone = [name, organisation].some((answer) => answer?.code === 'NOAP');
  return omitUndefined({
    partyNameMatch: name?.code,
    // Identifiers are equal or not.
    partyIdMatch: organisation?.code === 'CMTC' ? ('NMTC' as const) : organisation?.code,
    matchedName: name?.code === 'CMTC' ? name.matchedName : undefined,
    additionalInformation: hasNone ? notApplicableText : undefined,
  });
}

export function toVerified(result: PayeeResult): ResponseOf<typeof contracts.verifyPayee> {
  return { status: 200 as const, headers: version, body: resultMembers(result) };
}

export function toBulkAnswer(answer: BulkAnswer): ResponseOf<typeof contracts.verifyBulk> {
  if (answer.kind === 'results')
    return {
      status: 200 as const,
      headers: version,
      body: {
        vopBulkStatus: 'completed' as const,
        partyVerificationResponses: answer.payees.map(({ uetr }, place) => ({
          uetr,
          ...resultMembers(answer.results[place] ?? {}),
        })),
      },
    };
  const self = `/v1/bulk-payee-verifications/${answer.bulkId}`;
  return {
    status: 202 as const,
    headers: { ...version, location: self },
    body: {
      vopBulkStatus: 'pending' as const,
      vopBulkId: answer.bulkId,
      _links: { status: { href: `${self}/status` }, self: { href: self } },
    },
  };
}

export function toReadBulk({ bulkId, payees, status }: ReadBulk): ResponseOf<typeof contracts.getBulk> {
  return {
    status: 200 as const,
    headers: version,
    body: {
      vopBulkId: bulkId,
      vopBulkStatus: status,
      partyVerificationRequestsAndResults: payees.map(({ result, ...payee }) => ({
        ...toPayee(payee),
        ...(result === undefined ? {} : resultMembers(result)),
      })),
    },
  };
}

type ReadPayee = ResponseOf<typeof contracts.getBulk>['body']['partyVerificationRequestsAndResults'][number];

function toPayee({ bic, iban, name, organisationId, uetr }: BulkPayee): ReadPayee {
  return omitUndefined({
    uetr,
    partyAccount: { iban },
    party: omitUndefined({
      name,
      identification: organisationId && { organisationId: toOrganisation(organisationId) },
    }),
    partyAgent: bic === undefined ? undefined : { financialInstitutionId: { bicfi: bic } },
  });
}

function toOrganisation({ anyBic, lei, others }: OrganisationId): SentOrganisation {
  return omitUndefined({
    anyBIC: anyBic,
    lei,
    others:
      others.length === 0
        ? undefined
        : others.map(({ id, scheme }) => omitUndefined({ identification: id, schemeNameCode: scheme })),
  });
}

export function toBulkStatus({ bulkId, status }: OwnBulk): ResponseOf<typeof contracts.getBulkStatus> {
  return { status: 200 as const, headers: version, body: { vopBulkId: bulkId, vopBulkStatus: status } };
}
