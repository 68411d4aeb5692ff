import { methodsOf } from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Method } from '../domain/details.ts';
import type { Approach } from '../domain/status.ts';
import { actionOf } from '../domain/subject.ts';
import type { Device } from '../ports/devices.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subject } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { isSendable } from './begin-proof.ts';
import { subjectsOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';
import { type PreparedExemption, prepareExemption } from './prepare-exemption.ts';
import { systemContextFor } from './system-context.ts';

/** What follows the first factor of a customer. */
export interface Offer {
  /** The customer with this name, or a stand-in that nothing equals. */
  readonly userId: string;
  readonly methods: readonly Method[];
  /** What follows if no exemption applies. */
  readonly next: 'choose-method' | 'no-method';
  /** Present if the subject may be approved without a second factor. */
  readonly exemptible: PreparedExemption | undefined;
}

/** Methods that third parties can use: a passkey needs the bank's page. */
const embeddedKinds: ReadonlySet<Method['kind']> = new Set(['sms', 'ocra', 'device']);

/** Returns the methods with which the named customer can approve a subject; the same work for an unknown name. */
export async function offerFor(
  ctx: Context & ScaPorts,
  { authorisation, name }: { readonly authorisation: StoredAuthorisation; readonly name: string },
): Promise<Offer> {
  const { bankId, db } = ctx;
  const { approach, subject: ref } = authorisation;
  const subject = await subjectsOf(ctx, ref).describe(db, bankId, ref);
  if (subject === undefined) throw problems['authorisation-unknown']();
  // Only the bank's page asks for accounts.
  if (subject.leavesOpen !== undefined && approach !== 'REDIRECT') throw problems['accounts-open']();
  const system = systemContextFor(ctx, authorisation);
  const user = await system.users.find(db, { bankId, name });
  const userId = user?.userId ?? name;
  const isLinked = actionOf(ref) === 'payment';
  const [factors, devices] = await Promise.all([
    methodsOf(system, { userId, isLinked }),
    ctx.devices.listOf(db, { bankId, userId }),
  ]);
  // Devices are asked through the port, so they come from it alone.
  const others = factors.filter(({ kind }) => kind !== 'device');
  const found = user?.status === 'active' ? [...devices.map(methodFor(system, userId)), ...others] : others;
  const methods = found.filter(({ kind }) => isUsable(kind, approach, subject));
  // Accounts that a request leaves open are chosen by this customer, after the password.
  const exemptible =
    subject.leavesOpen === undefined ? await prepareExemption(ctx, authorisation) : undefined;
  const next = methods.length === 0 ? 'no-method' : 'choose-method';
  return { userId, methods, next, exemptible };
}

function isUsable(kind: Method['kind'], approach: Approach, subject: Subject): boolean {
  if (approach === 'EMBEDDED' && !embeddedKinds.has(kind)) return false;
  // An order in many currencies, for example, fits into no message.
  return kind !== 'sms' || subject.order === undefined || isSendable(orderToSign(subject).text);
}

function methodFor(
  { authorizationVault, bankId }: ReturnType<typeof systemContextFor>,
  userId: string,
): (device: Device) => Method {
  return ({ deviceId, name }) =>
    omitUndefined({
      methodId: authorizationVault.methodId(bankId, [userId, 'device', deviceId]),
      kind: 'device' as const,
      name,
      deviceId,
    });
}
