import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { ownNumbers, readerOf } from '../../steps/callers.ts';
import {
  type AttachmentFile,
  type AttachmentVisibility,
  findAttachment,
} from '../../store/attachments.read.ts';

/** The parameters of a followed link. */
export interface FollowedLink {
  readonly attachmentId: string;
  readonly untilSeconds: number;
  readonly mark: string;
}

/** Returns the file of a link. An expired link, one made for another reader, or one to a foreign file is not found. */
export async function getAttachment(
  ctx: Context & CorrespondencePorts,
  { attachmentId, mark, untilSeconds }: FollowedLink,
): Promise<AttachmentFile> {
  const { bankId, caller, clock, correspondenceVault: vault } = ctx;
  const now = clock.now();
  const isForReader = vault.verifyLink(mark, {
    bankId,
    attachmentId,
    readerId: readerOf(caller),
    untilSeconds,
  });
  if (!isForReader || epochSeconds(now) > untilSeconds) throw standardProblems['not-found']();
  const criteria = { bankId, attachmentId, now, visibility: visibilityOf(ctx) };
  if (caller.kind !== 'employee') return requireFile(await findAttachment(ctx.db, vault, criteria));
  return runCommand(ctx, async (work) => {
    const file = requireFile(await findAttachment(work, vault, criteria));
    work.audit({
      aggregateKind: 'attachment',
      aggregateId: attachmentId,
      changes: [{ field: 'read', after: 'personal' }],
    });
    return file;
  });
}

function requireFile(file: AttachmentFile | undefined): AttachmentFile {
  if (file === undefined) throw standardProblems['not-found']();
  return file;
}

function visibilityOf({ caller, gateways }: Context & CorrespondencePorts): AttachmentVisibility {
  switch (caller.kind) {
    case 'employee':
      return { kind: 'all' };
    case 'application':
      return {
        kind: 'application',
        media: caller.scopes.has('correspondence.deliver') ? gateways.mediaOf(caller.clientId) : [],
        senderId: caller.scopes.has('correspondence.send') ? readerOf(caller) : null,
      };
    case 'anonymous':
    case 'customer':
    case 'delegate':
    case 'system':
    case 'tpp':
      return { kind: 'own', own: ownNumbers(caller) };
  }
}
