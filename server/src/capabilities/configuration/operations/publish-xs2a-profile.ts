import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { digestOf, type ProfileContent, profileContent } from '../steps/profile-content.ts';
import {
  findNewestVersion,
  insertVersion,
  type ProfileVersion,
} from '../store/xs2a-profile-versions.store.ts';

/** A profile with the version under which third parties read it. */
export interface PublishedProfile extends ProfileContent {
  readonly version: number;
  readonly effectiveFrom: ProfileVersion['effectiveFrom'];
}

const attemptsMax = 5;

/** Publishes the profile of a bank when a process starts; another content than the newest one raises the version. */
export async function publishXs2aProfile(
  ctx: Context,
  { productUrl, profile }: { readonly profile: Xs2aProfile; readonly productUrl: string },
): Promise<PublishedProfile> {
  const content = profileContent(profile, productUrl);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { effectiveFrom, version } = await recordVersion(ctx, content);
      return { ...content, version, effectiveFrom };
    } catch (error) {
      // Another process took the number: read again what it published.
      if (!(error instanceof Problem) || error.entry.kind !== 'conflict' || attempt === attemptsMax)
        throw error;
    }
  }
}

async function recordVersion(ctx: Context, content: ProfileContent): Promise<ProfileVersion> {
  const digest = digestOf(content);
  const newest = await findNewestVersion(ctx.db, ctx.bankId);
  if (newest?.digest.equals(digest) === true) return newest;
  return runCommand(ctx, async (work) => {
    const version = { version: (newest?.version ?? 0) + 1, digest, effectiveFrom: ctx.clock.now() };
    insertVersion(work, { ...version, bankId: ctx.bankId, options: content.options });
    work.audit({
      aggregateKind: 'xs2a-profile',
      aggregateId: ctx.bankId,
      changes: [{ field: 'version', before: newest?.version ?? null, after: version.version }],
    });
    return version;
  });
}
