import assert from 'node:assert/strict';
import type { Context } from '#platform/work/context.ts';
import type { PartyTarget, SurnameChange } from '../../domain/changes.ts';
import { addDocument } from '../../domain/identification-documents.ts';
import { changedSurname } from '../../domain/surname.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { requireSensitive } from '../../steps/access.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkContent, checkDocument, refuseValue } from '../../steps/field-checks.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Changes the surname of a person from a day on. The previous surname stays in the history and is still searchable. */
export async function changeSurname(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: SurnameChange },
): Promise<void> {
  const context = ruleContextOf(ctx, target.partyNumber);
  const { contentUrl, document, effectiveDate } = change;
  if (effectiveDate > context.today) refuseValue(['effective-date'], 'maximum');
  if (document !== undefined) requireSensitive(ctx.caller);
  checkContent(ctx, contentUrl);
  checkDocument(ctx, document, { path: ['id-document'], today: context.today });
  return changeParty(ctx, { ...target, kind: 'individual' }, (party) => {
    const { personal, sensitive } = party;
    assert(personal.name.kind === 'individual');
    const name = changedSurname(personal.name, change);
    if (name === 'surname-unchanged') throw problems[name]();
    const documented = document && addDocument(sensitive.documents, document, context);
    if (documented?.kind === 'refused') throw problems[documented.refusal]();
    const documents = documented?.documents ?? sensitive.documents;
    return {
      facts: { personal: { ...personal, name }, sensitive: { ...sensitive, documents } },
      revision: { cause: 'change', effective: effectiveDate },
      events: [
        partyEvent('surnameChanged', party),
        ...(document === undefined ? [] : [partyEvent('documentRegistered', party, documents.at(-1)?.id)]),
      ],
    };
  });
}
