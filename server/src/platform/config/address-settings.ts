import Type, { type Static, type TUnsafe } from 'typebox';
import { IsIPv4, IsIPv6 } from 'typebox/format';
import { Secret } from '#platform/kernel/secret.ts';
import { list, type SettingType, secretText, textLengthMax } from './setting-types.ts';

const portMax = 65_535;
const serversMax = 16;
const networksMax = 64;
const ipv4Bits = 32;
const ipv6Bits = 128;

const tcpSchema = Type.Immutable(
  Type.Object({ host: Type.String(), port: Type.Integer({ minimum: 0, maximum: portMax }) }),
);
const unixSchema = Type.Immutable(Type.Object({ path: Type.String({ pattern: '^/.' }) }));
export const listenerSchema = Type.Union([tcpSchema, unixSchema]);

/** The address of a listener: on the network, or a socket that only this machine reaches. */
export type ListenAddress = Static<typeof listenerSchema>;

const plain = { lengthMax: textLengthMax, file: 'refused', quoting: 'quoted' } as const;
const tcpExpected = 'host:port such as 127.0.0.1:8080 or [::1]:8080; port 0 picks any free one';

function decodeTcp(text: string): unknown {
  const match = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9.-]{1,253})):(\d{1,5})$/i.exec(text);
  const [, ipv6, host, port] = match ?? [];
  if (ipv6 !== undefined && !IsIPv6(ipv6)) return undefined;
  return { host: ipv6 ?? host, port: Number(port) };
}

/** Formats an address; IPv6 in brackets. */
export function printAddress(address: ListenAddress): string {
  if ('path' in address) return `unix:${address.path}`;
  return address.host.includes(':') ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
}

/** `host:port`. */
export function tcpAddress(): SettingType<typeof tcpSchema> {
  return { ...plain, schema: tcpSchema, expected: tcpExpected, decode: decodeTcp, print: printAddress };
}

/** Parses `host:port` or `unix:/path`. */
export function decodeListener(text: string): unknown {
  return text.startsWith('unix:') ? { path: text.slice('unix:'.length) } : decodeTcp(text);
}

/** `host:port` or `unix:/path`. */
export function listenAddress(): SettingType<typeof listenerSchema> {
  return {
    ...plain,
    schema: listenerSchema,
    expected: `${tcpExpected}; or unix:/path of a socket`,
    decode: decodeListener,
    print: printAddress,
  };
}

/** Whether this is an http or https address without secret parts, so that it may be shown. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === '' && !/[?#@]/.test(text);
}

const webUrlSchema = Type.Refine(Type.String(), isWebUrl);

/** An http or https address, stored without a trailing slash so that paths can be appended. */
export function webUrl(): SettingType<typeof webUrlSchema> {
  return {
    ...plain,
    schema: webUrlSchema,
    expected: 'an http or https address without user, password, query or fragment',
    quoting: 'withheld',
    decode: (text) => text.replace(/\/+$/, ''),
    print: (value) => value,
  };
}

const databaseSchemes = ['postgres:', 'postgresql:'];

function isDatabaseUrl(value: unknown): boolean {
  const address: unknown = value instanceof Secret ? value.reveal() : undefined;
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url !== null && databaseSchemes.includes(url.protocol) && url.pathname.length > 1;
}

/** Shows role, host and database; hides password and options. */
function printDatabaseUrl(address: Secret<string>): string {
  const url = new URL(address.reveal());
  const password = url.password === '' ? '' : `:${secretText}`;
  const role = url.username === '' ? '' : `${url.username}${password}@`;
  const options = url.search === '' ? '' : `?${secretText}`;
  return `${url.protocol}//${role}${url.host}${url.pathname}${options}`;
}

/** The address of a PostgreSQL database with the role to use, stored as a secret. */
export function databaseUrl(): SettingType<TUnsafe<Secret<string>>> {
  return {
    ...plain,
    schema: Type.Unsafe<Secret<string>>(Type.Refine(Type.Unknown(), isDatabaseUrl)),
    expected: 'a PostgreSQL address such as postgresql://role:password@host:5432/database',
    file: 'accepted',
    quoting: 'withheld',
    decode: (text) => new Secret(text),
    print: printDatabaseUrl,
  };
}

function isBrokerUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '';
}

/** A broker's user may be a token, so nothing before the host is shown. */
function printBrokerUrl(text: string): string {
  const url = new URL(text);
  const access = url.username + url.password === '' ? '' : `${secretText}@`;
  return `${url.protocol}//${access}${url.host}`;
}

const brokerSchema = Type.Refine(Type.String(), isBrokerUrl);

/** Addresses of the servers of one broker. */
export function brokerUrls(): ReturnType<typeof list<typeof brokerSchema>> {
  return list({
    item: brokerSchema,
    min: 0,
    max: serversMax,
    expected: 'addresses such as nats://host:4222 or tls://host:4222',
    quoting: 'withheld',
    printItem: printBrokerUrl,
  });
}

/** A network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const match = /^([0-9a-f:.]{2,45})\/(\d{1,3})$/i.exec(text);
  const [, address = '', prefix = ''] = match ?? [];
  if (IsIPv4(address)) return Number(prefix) <= ipv4Bits;
  return IsIPv6(address) && Number(prefix) <= ipv6Bits;
}

const networkSchema = Type.Refine(Type.String(), isNetwork);

/** Networks in CIDR notation. */
export function networks(): ReturnType<typeof list<typeof networkSchema>> {
  return list({
    item: networkSchema,
    min: 1,
    max: networksMax,
    expected: 'networks such as 10.0.0.0/8 or ::1/128',
  });
}
