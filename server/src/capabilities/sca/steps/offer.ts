import { methodsOf } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Method } from '../domain/details.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { subjectsOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';
import { systemContextFor } from './system-context.ts';

/** What follows the first factor of a customer. */
export interface Offer {
  /** The customer with this name, or a stand-in that nothing equals. */
  readonly userId: string;
  readonly methods: readonly Method[];
  readonly next: 'exempted' | 'choose-method' | 'no-method';
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
  const system = systemContextFor(ctx, authorisation);
  const user = await system.users.find(db, { bankId, name });
  const userId = user?.userId ?? name;
  const isLinked = orderToSign(subject).action === 'payment';
  const found = await methodsOf(system, { userId, isLinked });
  const methods = approach === 'EMBEDDED' ? found.filter(({ kind }) => embeddedKinds.has(kind)) : found;
  return { userId, methods, next: methods.length === 0 ? 'no-method' : 'choose-method' };
}
