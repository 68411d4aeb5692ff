import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { NewDocument, PartyTarget } from '../../domain/changes.ts';
import { addDocument } from '../../domain/identification-documents.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { requireSensitive } from '../../steps/access.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkDocument } from '../../steps/field-checks.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Registers an identification document of a person. Applications also need the scope to read sensitive data. */
export async function registerIdDocument(
  ctx: Context & PartyPorts,
  { document, target }: { readonly target: PartyTarget; readonly document: NewDocument },
): Promise<void> {
  const { caller } = ctx;
  requireSensitive(caller);
  const context = ruleContextOf(ctx, target.partyNumber);
  checkDocument(ctx, document, { path: [], today: context.today });
  return changeParty(ctx, { ...target, kind: 'individual' }, (party) => {
    const { personal, sensitive } = party;
    const documented = addDocument(sensitive.documents, document, {
      ...context,
      ...(caller.kind === 'employee' ? { verifiedBy: callerId(caller) } : {}),
    });
    if (documented.kind === 'refused') throw problems[documented.refusal]();
    const { documents } = documented;
    return {
      facts: { personal, sensitive: { ...sensitive, documents } },
      events: [partyEvent('documentRegistered', party, documents.at(-1)?.id)],
    };
  });
}
