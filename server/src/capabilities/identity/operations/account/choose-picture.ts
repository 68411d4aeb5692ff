import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { picturesOffered } from '../../domain/picture.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockOwnUser, ownContext, type SignedInUser } from '../../steps/own-user.ts';
import { offeredPicture } from '../../steps/pictures.ts';
import { replacePicture } from '../../store/pictures.store.ts';
import { updateUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Makes one of the offered pictures the one by which the user recognizes the sign-in page. */
export async function choosePicture(ctx: Ctx, request: SignedInUser, choice: number): Promise<void> {
  const { bankId, clock, ids } = ctx;
  const { user } = request;
  const { userId } = user;
  if (!Number.isInteger(choice) || choice < 0 || choice >= picturesOffered) throw standardProblems.invalid();
  const content = offeredPicture(ctx, user, choice);
  // Sharded by the picture, which is not public: the customer's id would reveal the owner.
  const pictureId = ids.handle(virtualShard(bankId, content.toString('base64')));
  await runCommand(ctx, async (work) => {
    const locked = await lockOwnUser(ownContext(ctx, request), work);
    const now = clock.now();
    replacePicture(work, {
      bankId,
      pictureId,
      userId,
      kind: 'hint',
      content,
      contentType: 'image/png',
      now,
    });
    updateUser(work, { ...ctx, now }, { ...locked, hintPictureId: pictureId });
    work.emit(userEvent('hintPictureSet', userId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'hint-picture', after: pictureId }],
    });
  });
}
