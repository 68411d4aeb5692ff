import { eraseParty, mergeParties } from '#capabilities/party/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TemplateData } from '../domain/initiation.ts';
import { type PublishResult, publishTemplate } from '../operations/templates/publish-template.ts';
import type { NewTemplate } from '../store/templates.store.ts';
import { type CorrespondenceTestApp, customer, type Fields, staff } from './correspondence-test-app.suite.ts';
import { messageFields, sender } from './delivery-steps.suite.ts';

/** Requests a message to a customer; returns any response. */
export function requestMessage(app: CorrespondenceTestApp, more: Fields): Promise<TestResponse> {
  return app.post('/communications', messageFields(more), sender);
}

/** Sets a customer's preferences of one group: media on and off, and other members. */
export async function setPreference(
  app: CorrespondenceTestApp,
  customerNumber: string,
  {
    group,
    off = [],
    on = [],
    ...more
  }: {
    readonly group: string;
    readonly on?: readonly string[];
    readonly off?: readonly string[];
    readonly threshold?: unknown;
    readonly frequency?: string | null;
    readonly account?: string;
  },
): Promise<void> {
  const { account, ...others } = more;
  const channels = [
    ...on.map((medium) => ({ 'contact-medium': medium, enabled: true })),
    ...off.map((medium) => ({ 'contact-medium': medium, enabled: false })),
  ];
  const item = {
    'notification-group': group,
    channels,
    ...(account && { 'account-id': account }),
    ...others,
  };
  const response = await app.post(
    '/me/notification-preferences',
    { items: [item] },
    customer(customerNumber),
  );
  if (response.status !== 204) throw new Error(`not preferred: ${response.status} ${response.text}`);
}

let reports = 0;

/** Confirms a death by a certificate. */
export async function reportDeath(app: CorrespondenceTestApp, customerNumber: string): Promise<void> {
  reports += 1;
  const response = await app.call({
    method: 'POST',
    path: `/v1/party/parties/individuals/${customerNumber}/death-report`,
    as: staff('e-1', ['estate-desk']),
    body: { 'date-of-death': '2026-11-10', source: 'certificate' },
    headers: { 'idempotency-key': `death-${String(reports).padStart(16, '0')}` },
  });
  if (response.status !== 204) throw new Error(`not reported: ${response.status} ${response.text}`);
}

/** Merges two customers. */
export async function merge(
  app: CorrespondenceTestApp,
  partyNumber: string,
  survivorPartyNumber: string,
): Promise<void> {
  const context = app.context();
  await mergeParties({ ...context, ...context.party }, { partyNumber, survivorPartyNumber });
}

/** Erases a party, without an erasure ledger. */
export async function erase(app: CorrespondenceTestApp, partyNumber: string): Promise<void> {
  const context = app.context();
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...context, ...context.party, erasureLedger }, { partyNumber });
}

/** Publishes a template that greets `name`, in German by default. */
export async function publish(
  app: CorrespondenceTestApp,
  more: Partial<NewTemplate> = {},
  sample: TemplateData = { name: 'Ada' },
): Promise<PublishResult> {
  const texts = { title: 'Für {{ name }}', text: 'Guten Tag {{ name }}.', html: '<p>{{ name }}</p>' };
  const template: NewTemplate = {
    templateId: 'greeting',
    name: 'Greeting',
    description: 'Greets a customer.',
    messageKind: 'notice',
    messageCategory: 'service',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 100 } } },
    locales: [{ locale: 'de', texts, pdf: undefined, docx: undefined }],
    ...more,
  };
  return publishTemplate(app.context(), { template, sample });
}

/** A communication as returned to its sender. */
export async function getAsSender(app: CorrespondenceTestApp, id: string): Promise<unknown> {
  return (await app.get(`/communications/${id}`, sender)).body;
}

/** Number of communication rows of a customer. */
export async function countOf(app: CorrespondenceTestApp, customerNumber: string): Promise<number> {
  const rows = await app.database.query(
    `select from correspondence.communication where customer_number = $1`,
    [customerNumber],
  );
  return rows.length;
}

/** Returns the id in the response to an accepted message. */
export function idIn(response: TestResponse): string {
  if (response.status !== 201) throw new Error(`not initiated: ${response.status} ${response.text}`);
  return String(at(response.body, 'id'));
}
