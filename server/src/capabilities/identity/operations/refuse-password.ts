import { enterFailure } from './enter-failure.ts';
import { findSignInUser } from './find-sign-in-user.ts';
import { provePassword } from './prove-password.ts';
import type { Turn } from './sign-in-turn.ts';
import { typedPassword } from './typed-password.ts';

/** Counts an attempt as wrong that is not compared with anything. */
export async function refusePassword(turn: Turn, by: 'password' | 'temporary'): Promise<void> {
  const { ctx, fields, live, visitor } = turn;
  const { isPaired, subject, user } = await findSignInUser(turn);
  const otherClass = isPaired ? 'paired' : 'other';
  const asked = {
    user,
    name: live.state.username ?? '',
    deviceClass: by === 'temporary' ? by : otherClass,
    secret: typedPassword(fields, by),
    by,
    isVoid: true,
  } as const;
  await provePassword(ctx, asked, async (work, verdict) => {
    if (verdict.kind !== 'right')
      enterFailure(ctx, work, { subject, verdict, browserName: visitor.browserName });
  });
}
