import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { ScreeningOutcome, ScreeningSubject } from '#capabilities/party/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';

/** What a service answers. Members that are not read may have any form. */
const answerSchema = Type.Object({
  outcome: Type.Union([Type.Literal('clear'), Type.Literal('hit'), Type.Literal('review')]),
});

const outcomes: Readonly<Record<Static<typeof answerSchema>['outcome'], ScreeningOutcome>> = {
  clear: 'clear',
  hit: 'hit',
  review: 'open',
};

/** Returns the body of a request: what the service compares, and nothing by which it could find the party here. */
export function toBody({ birthDate, country, name }: ScreeningSubject): object {
  const subject =
    name.kind === 'individual'
      ? {
          kind: name.kind,
          givenName: name.givenName,
          middleName: name.middleName,
          surname: name.surname,
          birthSurname: name.birthSurname,
          birthDate,
        }
      : { kind: name.kind, commercialName: name.commercialName, registeredName: name.registeredName };
  return { subject: omitUndefined({ ...subject, country }) };
}

/** Returns the outcome of an answer; undefined for everything that is no answer. */
export function outcomeIn(body: unknown): ScreeningOutcome | undefined {
  if (!Check(answerSchema, body)) return undefined;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the schema
  return outcomes[(body as Static<typeof answerSchema>).outcome];
}
