import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import {
  bindings,
  type ClientDraft,
  clientKinds,
  idempotencyModes,
  introspections,
} from '#capabilities/oauth/index.ts';

export const clientActions = ['add', 'show', 'list', 'rotate', 'update', 'disable', 'enable'] as const;
export type ClientAction = (typeof clientActions)[number];

/** Where a client's credential comes from; exactly one is given. */
export type CredentialSource =
  | { readonly from: 'jwks'; readonly file: string }
  | { readonly from: 'generate-key'; readonly file: string }
  | { readonly from: 'jwks-url' | 'tls-subject-dn' | 'tls-san-dns'; readonly value: string };

/** What was typed, understood. */
export interface ClientOptions {
  readonly bankId: string;
  readonly clientId: string;
  readonly output: 'text' | 'json';
  readonly after: string | undefined;
  /** Given for `add` and `rotate`. */
  readonly credential: CredentialSource | undefined;
  readonly overlapHours: number;
  readonly draft: Omit<ClientDraft, 'clientId' | 'authentication'>;
}

export type ReadOptions =
  | { readonly kind: 'understood'; readonly options: ClientOptions }
  | { readonly kind: 'wrong'; readonly faults: readonly string[] };

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;

const known = {
  bank: text,
  id: text,
  kind: text,
  name: text,
  scopes: text,
  'redirect-uri': texts,
  'post-logout-redirect-uri': texts,
  jwks: text,
  'jwks-url': text,
  'generate-key': text,
  'tls-subject-dn': text,
  'tls-san-dns': text,
  binding: text,
  introspects: text,
  idempotency: text,
  'overlap-hours': text,
  after: text,
  json: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

type OptionName = keyof typeof known;
type Given = ReturnType<typeof parseArgs<{ options: typeof known }>>['values'];

const filed = ['jwks', 'generate-key'] as const;
const named = ['jwks-url', 'tls-subject-dn', 'tls-san-dns'] as const;
const one: readonly OptionName[] = ['bank', 'id', 'json'];

const allowed: Readonly<Record<ClientAction, readonly OptionName[]>> = {
  add: Object.keys(known).filter((name): name is OptionName => name !== 'after' && name !== 'overlap-hours'),
  show: one,
  list: ['bank', 'after', 'json'],
  rotate: [...one, ...filed, 'overlap-hours'],
  update: [...one, 'idempotency'],
  disable: one,
  enable: one,
};

const required: Readonly<Record<ClientAction, readonly OptionName[]>> = {
  add: ['bank', 'id', 'kind', 'name'],
  show: ['bank', 'id'],
  list: ['bank'],
  rotate: ['bank', 'id'],
  update: ['bank', 'id', 'idempotency'],
  disable: ['bank', 'id'],
  enable: ['bank', 'id'],
};

const overlapHoursDefault = 24;

/** Reads what stands behind `clients ACTION`, and says everything that is wrong with it at once. */
export function readClientOptions(action: ClientAction, args: readonly string[]): ReadOptions {
  const given = parsed(args);
  if (typeof given === 'string') return { kind: 'wrong', faults: [given] };
  const credentials = credentialsIn(given);
  const faults = [
    ...Object.keys(given)
      .filter((name) => !allowed[action].some((fine) => fine === name))
      .map((name) => `--${name} is not for clients ${action}`),
    ...required[action].filter((name) => given[name] === undefined).map((name) => `--${name} is missing`),
    ...wordFault('kind', given.kind, clientKinds),
    ...wordFault('binding', given.binding, bindings),
    ...wordFault('introspects', given.introspects, introspections),
    ...wordFault('idempotency', given.idempotency, idempotencyModes),
    ...credentialFaults(action, credentials),
    ...overlapFaults(given['overlap-hours']),
  ];
  if (faults.length > 0) return { kind: 'wrong', faults };
  return { kind: 'understood', options: understood(given, credentials[0]) };
}

function parsed(args: readonly string[]): Given | string {
  try {
    return parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values;
    // The parser tells a slip of the pen by throwing.
  } catch (error) {
    return error instanceof Error ? error.message : 'the options cannot be read';
  }
}

function understood(given: Given, credential: CredentialSource | undefined): ClientOptions {
  return {
    bankId: given.bank ?? '',
    clientId: given.id ?? '',
    output: given.json === true ? 'json' : 'text',
    after: given.after,
    credential,
    overlapHours: Number(given['overlap-hours'] ?? overlapHoursDefault),
    draft: draftFrom(given, credential),
  };
}

function draftFrom(given: Given, credential: CredentialSource | undefined): ClientOptions['draft'] {
  return {
    kind: wordOf(clientKinds, given.kind) ?? 'application',
    name: given.name ?? '',
    scopes: (given.scopes ?? '').split(/[ ,]+/).filter((scope) => scope !== ''),
    redirectUris: given['redirect-uri'] ?? [],
    postLogoutRedirectUris: given['post-logout-redirect-uri'] ?? [],
    binding: wordOf(bindings, given.binding) ?? bindingFor(credential),
    introspects: wordOf(introspections, given.introspects) ?? 'own-tokens',
    idempotency: wordOf(idempotencyModes, given.idempotency) ?? 'seed-compatible',
  };
}

/** A client that shows a certificate has its tokens bound to it. */
function bindingFor(credential: CredentialSource | undefined): ClientDraft['binding'] {
  return credential?.from.startsWith('tls-') === true ? 'certificate' : 'proof';
}

function credentialsIn(given: Given): readonly CredentialSource[] {
  const files = filed.flatMap((from) => {
    const file = given[from];
    return file === undefined ? [] : [{ from, file }];
  });
  const values = named.flatMap((from) => {
    const value = given[from];
    return value === undefined ? [] : [{ from, value }];
  });
  return [...files, ...values];
}

function credentialFaults(action: ClientAction, credentials: readonly CredentialSource[]): readonly string[] {
  if ((action !== 'add' && action !== 'rotate') || credentials.length === 1) return [];
  const names = action === 'add' ? [...filed, ...named] : filed;
  return [`exactly one is needed of ${names.map((name) => `--${name}`).join(', ')}`];
}

function overlapFaults(hours: string | undefined): readonly string[] {
  return hours === undefined || /^\d{1,6}$/.test(hours) ? [] : ['--overlap-hours must be a whole number'];
}

function wordFault(name: OptionName, word: string | undefined, words: readonly string[]): readonly string[] {
  return word === undefined || words.includes(word) ? [] : [`--${name} must be one of: ${words.join(', ')}`];
}

function wordOf<Word extends string>(words: readonly Word[], given: string | undefined): Word | undefined {
  return words.find((word) => word === given);
}
