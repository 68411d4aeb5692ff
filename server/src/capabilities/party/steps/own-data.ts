import type { Context } from '#platform/work/context.ts';
import { changedOwnData, type OwnChange, type OwnResult } from '../domain/own-data.ts';
import type { OwnProfile } from '../domain/own-profile.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { checkContent, checkDocument, refuseValue } from './field-checks.ts';
import type { LoadedParty } from './load-party.ts';
import { ruleContextOf } from './rule-context.ts';

type Ctx = Context & PartyPorts;

/** The record of a customer, locked until the command of the caller ends. */
export interface LockedProfile {
  readonly profile: OwnProfile;
  readonly loaded: LoadedParty;
}

/** Changes of own data, and the employee who has checked a document. */
export interface OwnChanges {
  readonly changes: readonly OwnChange[];
  readonly verifiedBy?: string;
}

/** Decides changes of own data; raises the problem of the first that the rules refuse. */
export function decideOwnData(
  ctx: Ctx,
  { loaded: { party } }: LockedProfile,
  { changes, verifiedBy }: OwnChanges,
): OwnResult & { readonly kind: 'done' } {
  const context = ruleContextOf(ctx, party.partyNumber);
  checkLinks(ctx, changes, context.today);
  if (party.personal.life === 'deceased') throw problems['party-deceased']();
  const changed = changedOwnData(party, changes, {
    ...context,
    ...(verifiedBy === undefined ? {} : { verifiedBy }),
  });
  if (changed.kind === 'contradictory')
    return refuseValue(['employment', 'employmentStatus'], 'combination-not-allowed');
  if (changed.kind === 'refused') throw problems[changed.refusal]();
  return changed;
}

function checkLinks(ctx: Ctx, changes: readonly OwnChange[], today: string): void {
  for (const change of changes) {
    if (change.kind === 'picture') checkContent(ctx, change.url ?? undefined, ['profilePictureUrl']);
    if (change.kind === 'document') checkDocument(ctx, change.document, { path: ['idDocument'], today });
  }
}
