import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { User } from '../../ports/users.ts';
import { contactDetailsOf } from '../../steps/code-targets.ts';
import { listTokens } from '../../store/oath-tokens.store.ts';

/** A second factor that a user can approve with. */
export interface ApprovalMethod {
  /** Stable for this user and factor, at most 35 characters, and reveals nothing about either. */
  readonly methodId: string;
  readonly kind: 'sms' | 'ocra' | 'device' | 'passkey';
  /** Last characters of the phone number or of the serial number of the device. */
  readonly ending?: string;
  /** The name by which the user knows the passkey or device. */
  readonly name?: string;
}

/** Characters of a number that are shown. */
const endingLength = 3;

/**
 * Lists the second factors that a user can approve with now. For an unknown user, or one who is not active, the same
 * work is done, and the list is one dummy number, always the same.
 */
export async function methodsOf(
  ctx: Context & AuthorizationPorts,
  { isLinked, userId }: { readonly userId: string; readonly isLinked: boolean },
): Promise<readonly ApprovalMethod[]> {
  const { approvalMethods, authorizationVault: vault, bankId, db, users } = ctx;
  const user = await users.find(db, { bankId, name: userId });
  const subject = user?.userId ?? vault.unknownUserKey(bankId, `user ${userId}`);
  const [tokens, others] = await Promise.all([
    listTokens(db, { bankId, userId: subject, statuses: ['active'] }),
    approvalMethods.listOf(db, { bankId, userId: subject, isLinked }),
  ]);
  const idOf = (kind: string, id: string): string => vault.methodId(bankId, [subject, kind, id]);
  const dummy = [
    {
      methodId: idOf('sms', ''),
      kind: 'sms' as const,
      ending: vault.dummyEnding(bankId, subject, endingLength),
    },
  ];
  const own = [
    ...numbersOf(user).map((number) => ({
      methodId: idOf('sms', ''),
      kind: 'sms' as const,
      ending: number.slice(-endingLength),
    })),
    // Codes by SMS and responses to a challenge are both linked to what is signed.
    ...tokens
      .filter(({ kind }) => kind === 'ocra')
      .map(({ serial, tokenId }) =>
        omitUndefined({
          methodId: idOf('ocra', tokenId),
          kind: 'ocra' as const,
          ending: serial?.slice(-endingLength),
        }),
      ),
    ...others.map(({ id, kind, name }) => omitUndefined({ methodId: idOf(kind, id), kind, name })),
  ];
  return user?.status === 'active' ? own : dummy;
}

/** Returns the number that codes are sent to, if there is one. */
function numbersOf(user: User | undefined): readonly string[] {
  const number = user && contactDetailsOf(user, { channel: 'sms', contact: undefined });
  return number === undefined ? [] : [number];
}
