import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import { listEmittedEvents } from '#platform/testing/emitted-events.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { identityEventHandlers } from '../event-handlers.ts';
import { app, human, type IdentityTestApp } from './identity-test-app.suite.ts';

/** A message that is ready for delivery. */
export interface ReadyMessage {
  readonly medium: string;
  readonly kind: string;
  readonly to: string;
  readonly text: string;
  readonly expires: string | null;
}

export const recoveryApp = app(['recovery']);

/** Steps of tests about recovery and notices. */
export interface RecoverySteps {
  /** Requests a temporary password. */
  reset(
    username: string,
    more?: { readonly channel?: string; readonly as?: typeof recoveryApp },
  ): Promise<TestResponse>;
  recover(identifier: string, channel?: string): Promise<TestResponse>;
  /** Handles all events since the last call; returns how many there were. */
  work(): Promise<number>;
  /** Messages since the last call. */
  messages(): Promise<readonly ReadyMessage[]>;
}

const templates = [
  'one-time-password',
  'password-reset',
  'username-reminder',
  'account-changed',
  'new-sign-in',
  'account-locked',
];

/** Uses the real schemas, so that invalid data fails here too; the text is only the data. */
const texts: Readonly<Record<string, string>> = {
  'one-time-password': '{{ code }} {{ message }} {{ bank }}',
  'password-reset': '{{ code }} {{ link }} {{ valid-for-minutes }} {{ domain }} {{ bank }}',
  'username-reminder': 'name={{ username }}',
  'account-changed': '{{ what }} {{ at }} {{ time-zone }}',
  'new-sign-in': 'sign-in {{ browser }}',
  'account-locked': 'locked {{ until }} {{ is-last-warning }}',
};

async function publishTemplates(testApp: IdentityTestApp): Promise<void> {
  const context = testApp.context();
  for (const templateId of templates)
    await publishTestTemplate(
      { ...context, ...context.authorization.correspondence },
      {
        templateId,
        messageKind: ['one-time-password', 'password-reset'].includes(templateId)
          ? 'one-time-password'
          : 'security-notice',
        messageCategory: 'security',
        text: texts[templateId] ?? '',
      },
    );
}

export async function recoverySteps(testApp: IdentityTestApp): Promise<RecoverySteps> {
  await publishTemplates(testApp);
  let [workedTo, readTo] = ['0', '0'];
  return {
    reset: (username, { as = recoveryApp, channel } = {}) =>
      testApp.send('POST', `/users/${encodeURIComponent(username)}/password/reset`, {
        as,
        headers: human,
        body: channel === undefined ? {} : { channel },
      }),
    recover: (identifier, channel) =>
      testApp.send('POST', `/users/${encodeURIComponent(identifier)}/username-recovery`, {
        as: recoveryApp,
        headers: human,
        body: channel === undefined ? {} : { channel },
      }),
    work: async () => {
      const events = await listEmittedEvents(testApp.database, { position: workedTo });
      for (const { event, position } of events) {
        workedTo = position;
        await reactTo(testApp, event);
      }
      return events.length;
    },
    messages: async () => {
      const ready = await messagesAfter(testApp, readTo);
      readTo = ready.at(-1)?.position ?? readTo;
      return ready.map(({ message }) => message);
    },
  };
}

/** Calls every event handler of identity that is registered for this event. */
export async function reactTo(testApp: IdentityTestApp, event: DeliveredEvent): Promise<void> {
  for (const eventHandler of identityEventHandlers(testApp.ports))
    if (eventHandler.events.includes(event.name)) await eventHandler.handle(testApp.context(), event);
}

async function messagesAfter(
  testApp: IdentityTestApp,
  position: string,
): Promise<readonly { readonly message: ReadyMessage; readonly position: string }[]> {
  const rows = await testApp.database.query<{
    position: string;
    communication_id: string;
    medium: string;
    message_kind: string;
    content_id: string;
    sealed: Buffer;
    sealed_contact: Buffer;
    expires: string | null;
  }>(
    `select m.position::text as position, m.communication_id, m.medium, m.message_kind, m.content_id,
            m.sealed_contact, c.sealed, to_char(m.expires_at at time zone 'UTC', 'HH24:MI:SS') as expires
       from correspondence.communication m join correspondence.content c using (bank_id, content_id)
      where m.position > $1::bigint order by m.position`,
    [position],
  );
  const vault = testApp.ports.authorization.correspondence.correspondenceVault;
  return rows.map((row) => ({
    position: row.position,
    message: {
      medium: row.medium,
      kind: row.message_kind,
      to: String(at(vault.openContact('01', row.communication_id, row.sealed_contact), 'details')),
      text: JSON.stringify(vault.openContent('01', row.content_id, row.sealed)),
      expires: row.expires,
    },
  }));
}
