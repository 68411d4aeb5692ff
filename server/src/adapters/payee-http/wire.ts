import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import {
  type MatchCode,
  notApplicable,
  type PayeeAnswer,
  type PayeeQuestion,
} from '#capabilities/payee-verifications/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';

const matchedNameMax = 140;

/** SPEC xs2a-2026 2.1: what a bank answers. Members that are not read may have any form. */
const answerSchema = Type.Object({
  partyNameMatch: Type.Optional(Type.String()),
  partyIdMatch: Type.Optional(Type.String()),
  matchedName: Type.Optional(Type.String()),
});

/** SPEC xs2a-2026 2.2: descriptions of the standard have two codes more than its enumeration. */
const codes: ReadonlyMap<string, MatchCode> = new Map([
  ['MTCH', 'MTCH'],
  ['CMTC', 'CMTC'],
  ['NMTC', 'NMTC'],
  ['NOAP', 'NOAP'],
  ['MBAM', 'CMTC'],
  ['NOTC', 'NOAP'],
]);

/** Returns the body of a request. */
export function toBody({ bic, claim, iban }: PayeeQuestion): object {
  const agent = bic === undefined ? {} : { partyAgent: { financialInstitutionId: { bicfi: bic } } };
  const partyAccount = { iban };
  if (claim.kind === 'name') return { partyAccount, party: { name: claim.name }, ...agent };
  const { anyBic, lei, others } = claim.organisationId;
  const organisationId = omitUndefined({
    anyBIC: anyBic,
    lei,
    others:
      others.length === 0
        ? undefined
        : others.map(({ id, scheme }) => omitUndefined({ identification: id, schemeNameCode: scheme })),
  });
  return { partyAccount, party: { identification: { organisationId } }, ...agent };
}

/** Returns what a bank answered; NOAP for everything that is no answer. */
export function answerIn(body: unknown, { claim }: PayeeQuestion): PayeeAnswer {
  if (!Check(answerSchema, body)) return notApplicable('unavailable');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the schema
  const { matchedName, partyIdMatch, partyNameMatch } = body as Static<typeof answerSchema>;
  const code = codes.get((claim.kind === 'name' ? partyNameMatch : partyIdMatch) ?? '');
  if (code === undefined || code === 'NOAP') return notApplicable('compared');
  if (code !== 'CMTC') return { code, rule: 'other-bank', reason: 'compared' };
  // Identifiers have no close match, and a close match without a name says nothing.
  if (claim.kind === 'organisation' || matchedName === undefined || matchedName === '')
    return notApplicable('compared');
  return { code, rule: 'other-bank', reason: 'compared', matchedName: matchedName.slice(0, matchedNameMax) };
}
