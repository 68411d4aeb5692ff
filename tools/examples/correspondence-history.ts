import { publishTemplate } from '../../server/src/capabilities/correspondence/index.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';

const english = { 'accept-language': 'en' };

const application = (id: string, scope: string): TokenRequest => ({
  kind: 'application',
  id,
  banks: ['01'],
  scope,
});
const sender = application('sender', 'correspondence.send');
const gateway = application('gateway', 'correspondence.deliver');

/** The person as a customer in the bank's app. */
const signedIn = (person: string): TokenRequest => ({
  kind: 'customer',
  id: 'usr_01JCQ5D8F00000000000000001',
  banks: ['01'],
  scope: 'mailbox notification-preferences',
  assurance: 'sca',
  claims: { 'customer-number': person },
});

const message = {
  title: 'Your statement',
  body: { 'content-type': 'text/plain', content: 'Your statement of October is here.' },
};

/** Sends messages to a person, who reads them. */
export async function correspondenceHistory(recorder: Recorder, person: string): Promise<void> {
  const { call } = recorder;
  await deliveries(recorder, person);
  await mailbox(recorder, person);
  const as = signedIn(person);
  await call('Correspondence_NotificationGroups_GetList', { as });
  await call('Correspondence_NotificationPreferences_Get', { as });
  await call('Correspondence_NotificationPreferences_Set', {
    as,
    body: {
      items: [
        {
          'notification-group': 'statement-ready',
          channels: [{ 'contact-medium': 'email', enabled: true }],
        },
      ],
    },
  });
  const classifications = await call('Correspondence_Classifications_GetList', { as, headers: english });
  const [first] = listAt(classifications.body, 'items');
  const schemaId = String(at(first, 'schema-id'));
  await call('Correspondence_Classifications_Get', {
    as,
    headers: english,
    path: { 'schema-id': schemaId },
  });
  await documents(recorder);
}

/** The bank publishes a template, from which a document is rendered. */
async function documents({ app, call }: Recorder): Promise<void> {
  const template = {
    templateId: 'account-confirmation',
    name: 'Account confirmation',
    description: 'Confirms that a customer holds an account.',
    messageKind: 'notice',
    messageCategory: 'account',
    schema: {
      type: 'object',
      required: ['name', 'iban'],
      properties: { name: { type: 'string', maxLength: 100 }, iban: { type: 'string', maxLength: 34 } },
    },
    locales: [
      {
        locale: 'en',
        texts: { title: 'Your account', text: '{{ name }} holds {{ iban }}.' },
        pdf: 'The customer holds the account.',
        docx: undefined,
      },
    ],
  } as const;
  const data = { name: 'Maria Weber', iban: 'DE02120300000000202051' };
  await publishTemplate({ ...app.contextFor('01'), ...app.correspondence }, { template, sample: data });
  const as = application('printer', 'correspondence.render');
  const body = { 'template-id': template.templateId, format: 'pdf', 'template-data': data };
  await call('Correspondence_Templates_Render', { as, body: { ...body, format: 'docx' }, fails: 440 });
  await call('Correspondence_Templates_Render', { as, body: { ...body, 'file-name': 'confirmation' } });
}

async function deliveries({ call }: Recorder, person: string): Promise<void> {
  const letter = { 'customer-number': person, 'message-kind': 'notice', 'contact-medium': 'email', message };
  const sent = await call('Correspondence_Communications_Initiate', { as: sender, body: letter });
  await call('Correspondence_Communications_Initiate', {
    as: sender,
    body: { ...letter, 'customer-number': '9999999990' },
    fails: 440,
  });
  const path = { 'communication-id': String(at(sent.body, 'id')) };
  await call('Correspondence_Communications_Get', { as: sender, path });
  await call('Correspondence_Communications_UpdateStatuses', {
    as: gateway,
    body: { items: [{ ...path, status: 'sending' }] },
  });
  const contact = { kind: 'email', details: 'otto.neumann@example.org' };
  const items = [
    { contact, 'message-kind': 'notice', message },
    { contact: { ...contact, details: 'nowhere' }, 'message-kind': 'notice', message },
  ];
  const body = { 'batch-id': 'statements-2026-10', items };
  await call('Correspondence_Batches_Initiate', { as: sender, body });
  await call('Correspondence_Batches_Get', { as: sender, path: { 'batch-id': body['batch-id'] } });
  await call('Correspondence_Communications_GetList', {
    as: sender,
    query: { 'batch-id': body['batch-id'], 'page-size': '10' },
  });
}

async function mailbox({ call }: Recorder, person: string): Promise<void> {
  const attachment = {
    'content-type': 'application/pdf',
    name: 'statement.pdf',
    content: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64'),
  };
  await call('Correspondence_Communications_Initiate', {
    as: sender,
    body: {
      'customer-number': person,
      'message-kind': 'notice',
      'contact-medium': 'mailbox',
      message: { ...message, attachments: [attachment] },
    },
  });
  const as = signedIn(person);
  const list = await call('Correspondence_Messages_GetList', { as, query: { 'sort-order': 'desc' } });
  const [newest] = listAt(list.body, 'items');
  const path = { 'message-id': String(at(newest, 'message-id')) };
  await call('Correspondence_Messages_Summary', { as });
  const shown = await call('Correspondence_Messages_Get', { as, path });
  const link = new URL(
    String(at(shown.body, 'message', 'attachments', 0, 'content-url')),
    'https://portico.test',
  );
  await call('Correspondence_Attachments_Get', {
    as,
    path: { 'attachment-id': link.pathname.split('/').at(-1) ?? '' },
    query: Object.fromEntries(link.searchParams),
  });
  await call('Correspondence_Messages_MarkAsRead', { as, path });
  await call('Correspondence_Messages_Archive', { as, body: { 'message-ids': [path['message-id']] } });
}
