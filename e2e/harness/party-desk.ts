import { randomBytes } from 'node:crypto';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { bank, type Product } from './product.ts';

/** A person whom the bank knows as a party. */
export interface RegisteredParty {
  readonly customerNumber: string;
  readonly email: string;
}

/** A message in the mailbox of a customer. */
export interface MailboxMessage {
  readonly title: string;
  readonly content: string;
}

/** Parties, their wishes about messages and their mailboxes, through the interfaces of the product. */
export interface PartyDesk {
  register(): Promise<RegisteredParty>;
  /** Registers an organization; returns its number. */
  registerOrganization(name: string): Promise<string>;
  /** Lets a party act for an organization, as the command does for employees who have signed in. */
  grantMandate(organization: string, proxy: RegisteredParty): Promise<void>;
  /** Ends all mandates of an organization at once. */
  endMandates(organization: string): Promise<void>;
  /** Turns e-mails about payments and consents on, in a language. */
  wantMail(party: RegisteredParty, language: string): Promise<void>;
  /** Writes to the mailbox; content that begins with a tag is html. */
  writeTo(
    party: Pick<RegisteredParty, 'customerNumber'>,
    message: MailboxMessage & { readonly file?: string },
  ): Promise<void>;
  messagesOf(party: RegisteredParty): Promise<readonly MailboxMessage[]>;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: [bank],
  scope: 'party.register party.write',
};

const writer: TokenRequest = { ...backEnd, id: 'writer', scope: 'correspondence.send' };

function asCustomer({ customerNumber }: RegisteredParty): TokenRequest {
  return {
    kind: 'customer',
    id: `usr_${customerNumber}`,
    banks: [bank],
    scope: 'mailbox notification-preferences',
    assurance: 'sca',
    claims: { 'customer-number': customerNumber },
  };
}

export function openPartyDesk({ call, instance, proxy }: Product): PartyDesk {
  let parties = 0;
  const send = async (as: TokenRequest, { body, method, path }: Request): Promise<unknown> => {
    const headers = await instance.mint.headersFor(as, { method, path, baseUrl: proxy.bankUrl });
    const response = await call(path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': randomBytes(16).toString('hex') }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async register() {
      parties += 1;
      const email = `maria.${parties}@example.org`;
      const registered = await send(backEnd, {
        method: 'POST',
        path: '/v1/party/parties/individuals',
        body: {
          'registration-profile': 'contact',
          'given-name': 'Maria',
          surname: 'Schmidt',
          'mobile-phone': { number: `+4915112${String(100_000 + parties)}` },
          'email-address': { value: email },
        },
      });
      return { customerNumber: String(at(registered, 'id')), email };
    },
    async registerOrganization(name) {
      parties += 1;
      const registered = await send(backEnd, {
        method: 'POST',
        path: '/v1/party/parties/organizations',
        body: {
          'registration-profile': 'contact',
          'commercial-name': name,
          phone: { number: `+493090${String(100_000 + parties)}` },
        },
      });
      return String(at(registered, 'id'));
    },
    async grantMandate(organization, { customerNumber }) {
      await instance.database.query(
        `insert into party.party_relationship
           (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope, valid_from, recorded_at)
         values ($1, gen_random_uuid(), $2, $3, 'mandate', 'principal', '{payment}', current_date - 1, now())`,
        [bank, organization, customerNumber],
      );
    },
    async endMandates(organization) {
      await instance.database.query(
        `update party.party_relationship set superseded_at = now() where from_party = $1`,
        [organization],
      );
    },
    async wantMail(party, language) {
      await send(backEnd, {
        method: 'PATCH',
        path: `/v1/party/parties/${party.customerNumber}/contact-preference`,
        body: { 'preferred-language': language },
      });
      await send(asCustomer(party), {
        method: 'POST',
        path: '/v1/correspondence/me/notification-preferences',
        body: {
          items: ['payment-status', 'consent-status'].map((group) => ({
            'notification-group': group,
            channels: [{ 'contact-medium': 'email', enabled: true }],
          })),
        },
      });
    },
    async writeTo({ customerNumber }, { content, file, title }) {
      const attachment = { 'content-type': 'application/pdf', name: 'contract.pdf' };
      const attachments =
        file === undefined ? [] : [{ ...attachment, content: Buffer.from(file).toString('base64') }];
      const body = { 'content-type': content.startsWith('<') ? 'text/html' : 'text/plain', content };
      await send(writer, {
        method: 'POST',
        path: '/v1/correspondence/communications',
        body: {
          'customer-number': customerNumber,
          'message-kind': 'notice',
          'contact-medium': 'mailbox',
          message: { title, body, attachments },
        },
      });
    },
    async messagesOf(party) {
      const path = '/v1/correspondence/me/messages';
      const found = await send(asCustomer(party), { method: 'GET', path });
      return Promise.all(
        listAt(found, 'items').map(async (listed) => {
          const one = `${path}/${String(at(listed, 'message-id'))}`;
          const message = at(await send(asCustomer(party), { method: 'GET', path: one }), 'message');
          return { title: String(at(message, 'title')), content: String(at(message, 'body', 'content')) };
        }),
      );
    },
  };
}
