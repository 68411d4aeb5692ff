import { changeDeviceMute } from '../../server/src/capabilities/sca/index.ts';
import type { LifecycleHarness } from './lifecycles-harness.ts';
import type { ModelPerson, ModelUser } from './lifecycles-people.ts';

/** A third party that one user has muted, and no other one. */
export function mutedBy(userId: string): string {
  return `third-party ${userId}`;
}

/** Lets a third party ask the customer, who then mutes it. */
export async function muteOne(
  { testApp }: LifecycleHarness,
  {
    person: { customerNumber },
    user: { userId },
  }: { readonly person: ModelPerson; readonly user: ModelUser },
): Promise<void> {
  const asker = mutedBy(userId);
  const context = testApp.context();
  const now = context.clock.now().toString();
  await testApp.database.query(
    `insert into sca.device_request (bank_id, request_id, customer, asker, asker_name, asked_at, ends_at)
     values ('01', gen_random_uuid(), $1, $2, 'Test TPP', $3::timestamptz - interval '1 hour', $3)`,
    [userId, asker, now],
  );
  await changeDeviceMute(context, { viewer: { userId, customerNumber }, asker, isMuted: true });
}
