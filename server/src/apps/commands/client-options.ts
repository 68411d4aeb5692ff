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

/** Source of a client's credential; exactly one is required. */
export type CredentialSource =
  | { readonly from: 'jwks'; readonly file: string }
  | { readonly from: 'generate-key'; readonly file: string }
  | { readonly from: 'jwks-url' | 'tls-subject-dn' | 'tls-san-dns'; readonly value: string };

/** Parsed command line options. */
export interface ClientOptions {
  readonly bankId: string;
  readonly clientId: string;
  readonly output: 'text' | 'json';
  readonly after: string | undefined;
  /** Set for `add` and `rotate`. */
  readonly credential: CredentialSource | undefined;
  readonly overlapHours: number;
  readonly draft: Omit<ClientDraft, 'clientId' | 'authentication'>;
}

export type ReadOptions =
  | { readonly kind: 'valid'; readonly options: ClientOptions }
  | { readonly kind: 'invalid'; readonly errors: readonly string[] };

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
type ParsedOptions = ReturnType<typeof parseArgs<{ options: typeof known }>>['values'];

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

/** Parses the arguments of `clients ACTION`, and returns all errors at once. */
export function readClientOptions(action: ClientAction, args: readonly string[]): ReadOptions {
  const parsedOptions = parsed(args);
  if (typeof parsedOptions === 'string') return { kind: 'invalid', errors: [parsedOptions] };
  const credentials = credentialsIn(parsedOptions);
  const errors = [
    ...Object.keys(parsedOptions)
      .filter((name) => !allowed[action].some((fine) => fine === name))
      .map((name) => `--${name} is not allowed for clients ${action}`),
    ...required[action]
      .filter((name) => parsedOptions[name] === undefined)
      .map((name) => `--${name} is missing`),
    ...choiceError('kind', parsedOptions.kind, clientKinds),
    ...choiceError('binding', parsedOptions.binding, bindings),
    ...choiceError('introspects', parsedOptions.introspects, introspections),
    ...choiceError('idempotency', parsedOptions.idempotency, idempotencyModes),
    ...credentialErrors(action, credentials),
    ...overlapErrors(parsedOptions['overlap-hours']),
  ];
  if (errors.length > 0) return { kind: 'invalid', errors };
  return { kind: 'valid', options: toClientOptions(parsedOptions, credentials[0]) };
}

function parsed(args: readonly string[]): ParsedOptions | string {
  try {
    return parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values;
    // The parser throws on invalid options.
  } catch (error) {
    return error instanceof Error ? error.message : 'the options cannot be read';
  }
}

function toClientOptions(
  parsedOptions: ParsedOptions,
  credential: CredentialSource | undefined,
): ClientOptions {
  return {
    bankId: parsedOptions.bank ?? '',
    clientId: parsedOptions.id ?? '',
    output: parsedOptions.json === true ? 'json' : 'text',
    after: parsedOptions.after,
    credential,
    overlapHours: Number(parsedOptions['overlap-hours'] ?? overlapHoursDefault),
    draft: draftFrom(parsedOptions, credential),
  };
}

function draftFrom(
  parsedOptions: ParsedOptions,
  credential: CredentialSource | undefined,
): ClientOptions['draft'] {
  return {
    kind: choiceOf(clientKinds, parsedOptions.kind) ?? 'application',
    name: parsedOptions.name ?? '',
    scopes: (parsedOptions.scopes ?? '').split(/[ ,]+/).filter((scope) => scope !== ''),
    redirectUris: parsedOptions['redirect-uri'] ?? [],
    postLogoutRedirectUris: parsedOptions['post-logout-redirect-uri'] ?? [],
    binding: choiceOf(bindings, parsedOptions.binding) ?? bindingFor(credential),
    introspects: choiceOf(introspections, parsedOptions.introspects) ?? 'own-tokens',
    idempotency: choiceOf(idempotencyModes, parsedOptions.idempotency) ?? 'seed-compatible',
  };
}

/** Tokens of a client that authenticates with a certificate are bound to it. */
function bindingFor(credential: CredentialSource | undefined): ClientDraft['binding'] {
  return credential?.from.startsWith('tls-') === true ? 'certificate' : 'proof';
}

function credentialsIn(parsedOptions: ParsedOptions): readonly CredentialSource[] {
  const files = filed.flatMap((from) => {
    const file = parsedOptions[from];
    return file === undefined ? [] : [{ from, file }];
  });
  const values = named.flatMap((from) => {
    const value = parsedOptions[from];
    return value === undefined ? [] : [{ from, value }];
  });
  return [...files, ...values];
}

function credentialErrors(action: ClientAction, credentials: readonly CredentialSource[]): readonly string[] {
  if ((action !== 'add' && action !== 'rotate') || credentials.length === 1) return [];
  const names = action === 'add' ? [...filed, ...named] : filed;
  return [`exactly one is required of ${names.map((name) => `--${name}`).join(', ')}`];
}

function overlapErrors(hours: string | undefined): readonly string[] {
  return hours === undefined || /^\d{1,6}$/.test(hours) ? [] : ['--overlap-hours must be a whole number'];
}

function choiceError(
  name: OptionName,
  choice: string | undefined,
  choices: readonly string[],
): readonly string[] {
  return choice === undefined || choices.includes(choice)
    ? []
    : [`--${name} must be one of: ${choices.join(', ')}`];
}

function choiceOf<Choice extends string>(
  choices: readonly Choice[],
  value: string | undefined,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}
