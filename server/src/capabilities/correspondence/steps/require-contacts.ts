import { type CustomerContacts, getCustomerContacts } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { ContactMedium } from '../domain/literals.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';

type Method = CustomerContacts['points'][number]['method'];

/** What a customer is reached by; the mailbox needs nothing, and devices are not known to party. */
const methods: Readonly<Partial<Record<ContactMedium, Method>>> = {
  email: 'email',
  sms: 'mobile',
  letter: 'postal',
};

/** Nobody can turn on what would never reach them. */
export async function requireContacts(
  ctx: Context & CorrespondencePorts,
  customerNumber: string,
  media: ReadonlySet<ContactMedium>,
): Promise<void> {
  const asked = [...media].map((medium) => methods[medium]).filter((method) => method !== undefined);
  const reach =
    asked.length === 0
      ? undefined
      : await getCustomerContacts({ ...ctx, ...ctx.party }, ctx.db, customerNumber);
  const known = new Set(reach?.points.map(({ method }) => method));
  if (!asked.every((method) => known.has(method))) throw problems['no-contact-for-medium']();
  if (!media.has('push')) return;
  const devices = await ctx.pushAddresses.of(ctx.bankId, customerNumber);
  if (devices.length === 0) throw problems['no-contact-for-medium']();
}
