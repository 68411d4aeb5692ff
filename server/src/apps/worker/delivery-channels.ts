import type { JWK } from 'jose';
import { createLetterChannel } from '#adapters/letters/letter-channel.ts';
import { createPushChannel } from '#adapters/push/push-channel.ts';
import { createSmsChannel } from '#adapters/sms/sms-channel.ts';
import { createSmtpChannel } from '#adapters/smtp/smtp-channel.ts';
import type { Channel, MediumChannels, OutboundMessage } from '#capabilities/correspondence/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { textIn } from '../setting-files.ts';

type Delivery = Config['delivery'];
type Email = NonNullable<Delivery['email']>;
type Sms = NonNullable<Delivery['sms']>;
type Push = NonNullable<Delivery['push']>;

const mailPurpose = 'mail';
const smsPurpose = 'sms';
const pushPurpose = 'push';
const timeoutMs = 10_000;
const httpsPort = 443;
/** Connections to a mail server that are reserved for codes. */
const expressConnections = 2;
const connectionsDefault = 10;

/** Dependencies of channels. */
export interface ChannelDeps {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Renders a letter for a message without a document. */
  readonly print: (outbound: OutboundMessage) => Promise<Uint8Array>;
}

/** Returns the egress policies of the configured channels. */
export async function channelPurposes({
  email,
  push,
  sms,
}: Delivery): Promise<Readonly<Record<string, EgressPolicy>>> {
  return {
    ...(email === undefined
      ? {}
      : { [mailPurpose]: { ...(await reach(smtpUrl(email), email)), sockets: true } }),
    ...(sms === undefined
      ? {}
      : { [smsPurpose]: { ...(await reach(new URL(sms.url), sms)), credentials: true } }),
    ...(push === undefined ? {} : { [pushPurpose]: await pushPolicy(push) }),
  };
}

/**
 * Devices name the address that their messages are sent to. Where private addresses are allowed, for a push service of the
 * bank itself, only its exact names are: a device could choose a name below `*.` that leads anywhere inside.
 */
async function pushPolicy({ ca, hosts, networks, ports }: Push): Promise<EgressPolicy> {
  return {
    hosts: networks === undefined ? ['*'] : hosts,
    ports: ports ?? [httpsPort],
    timeoutMs,
    credentials: true,
    ...(networks === undefined ? {} : { allowPrivateAddresses: networks }),
    ...(ca === undefined ? {} : { caPem: await textIn(ca) }),
  };
}

async function reach(url: URL, { ca, networks = [] }: Pick<Email, 'ca' | 'networks'>): Promise<EgressPolicy> {
  return {
    hosts: [url.hostname],
    ports: [url.port === '' ? httpsPort : Number(url.port)],
    allowPrivateAddresses: networks,
    allowHttp: url.protocol === 'http:',
    timeoutMs,
    ...(ca === undefined ? {} : { caPem: await textIn(ca) }),
  };
}

/** Opens all configured channels: each medium twice, so that codes have their own connections. */
export async function openChannels(
  { email, letters, push, sms }: Delivery,
  deps: ChannelDeps,
): Promise<readonly MediumChannels[]> {
  return [
    ...(email === undefined ? [] : [await openMail(email, deps)]),
    ...(sms === undefined ? [] : [twice(await smsChannels(sms, deps))]),
    ...(push === undefined ? [] : [twice(await pushChannels(push, deps))]),
    ...(letters === undefined
      ? []
      : [twice(() => createLetterChannel({ folder: letters.folder, print: deps.print }))]),
  ];
}

function twice(open: () => Channel): MediumChannels {
  return { codeChannel: open(), common: open() };
}

async function openMail(email: Email, { baseUrl, egress }: ChannelDeps): Promise<MediumChannels> {
  const { bounces, connections = connectionsDefault, password, senders, user } = email;
  const { hostname, port, protocol } = smtpUrl(email);
  const server = {
    egress,
    purpose: mailPurpose,
    host: hostname,
    port: Number(port),
    security: securityOf(protocol),
    clientName: new URL(baseUrl).hostname,
    ...(user === undefined || password === undefined
      ? {}
      : { credentials: { user, password: new Secret(await textIn(password)) } }),
  };
  const common = {
    server,
    senderOf: (bankId: string) => senders[bankId],
    ...(bounces === undefined
      ? {}
      : { bounces: { domain: bounces.domain, secret: new Secret(await textIn(bounces.key)) } }),
  };
  return {
    codeChannel: createSmtpChannel({ ...common, capacity: expressConnections }),
    common: createSmtpChannel({ ...common, capacity: connections }),
  };
}

async function smsChannels(
  { senders, token, url }: Sms,
  { clock, egress }: ChannelDeps,
): Promise<() => Channel> {
  const secret = new Secret(await textIn(token));
  return () =>
    createSmsChannel({
      egress,
      purpose: smsPurpose,
      url,
      token: secret,
      senderOf: (bankId) => senders[bankId],
      clock,
    });
}

async function pushChannels(
  { hosts, key, subject }: Push,
  { clock, egress }: ChannelDeps,
): Promise<() => Channel> {
  const jwk = keyIn(await textIn(key));
  return () =>
    createPushChannel({
      egress,
      purpose: pushPurpose,
      hosts,
      clock,
      vapid: { subject, key: new Secret(jwk) },
    });
}

/** Parses a private key on P-256; the channel checks its members. */
function keyIn(text: string): JWK {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('the key for push services is not a JWK');
  return value;
}

/** Returns the URL of the bank's mail server; the scheme gives the transport security. */
function smtpUrl({ server }: Email): URL {
  return new URL(server);
}

function securityOf(protocol: string): 'starttls' | 'implicit' | 'plain' {
  if (protocol === 'smtps:') return 'implicit';
  return protocol === 'smtp-plain:' ? 'plain' : 'starttls';
}
