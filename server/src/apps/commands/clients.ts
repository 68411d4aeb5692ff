import {
  addClient,
  bindings,
  type Client,
  type ClientPage,
  changeClientExchanges,
  changeClientIdempotency,
  clientKinds,
  disableClient,
  enableClient,
  findClient,
  idempotencyModes,
  introspections,
  listClients,
  rotateClientKeys,
} from '#capabilities/oauth/index.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { database } from '../program/need.ts';
import { bank, choice, count, required, text, texts, withDefault } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import {
  bindingFor,
  type CredentialOptions,
  credentialIn,
  fileOptions,
  keySetIn,
  valueOptions,
  withCredential,
} from './client-credential.ts';
import { clientAsJson, clientLines, clientTable, fields } from './format-client.ts';

const needs = database;
const one = { bank, id: required(text('ID', 'id of the client')) };
const idempotency = choice('MODE', idempotencyModes, 'how idempotency keys of the client are checked');
const exchanges = text(
  'IDS',
  'apps whose tokens an application may exchange to act for their customers, separated by spaces or commas',
);
const overlapHoursDefault = 24;
const overlapHoursMax = 999_999;

const add = defineCommand({
  name: 'add',
  summary: 'register a client',
  options: {
    ...one,
    kind: required(choice('KIND', clientKinds, 'kind of the client')),
    name: required(text('NAME', 'name that customers and employees see')),
    scopes: text('SCOPES', 'scopes, separated by spaces or commas'),
    'redirect-uri': texts('URI', 'address after a sign-in; may be repeated'),
    'post-logout-redirect-uri': texts('URI', 'address after a sign-out; may be repeated'),
    ...fileOptions,
    ...valueOptions,
    binding: choice('BINDING', bindings, 'what its tokens are bound to; certificate for a client with one'),
    introspects: withDefault(
      choice('TOKENS', introspections, 'whose tokens it may introspect'),
      'own-tokens',
    ),
    idempotency: withDefault(idempotency, 'seed-compatible'),
    'exchanges-tokens-of': exchanges,
  },
  rules: [{ count: 'exactly one', of: Object.keys({ ...fileOptions, ...valueOptions }) }],
  examples: [
    'clients add --bank 01 --id my-app --kind application --name "My application" --scopes party.read --generate-key my-app.jwk',
  ],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const credential = credentialIn(options);
    const draft = {
      clientId: options.id,
      kind: options.kind,
      name: options.name,
      scopes: listIn(options.scopes),
      redirectUris: options['redirect-uri'],
      postLogoutRedirectUris: options['post-logout-redirect-uri'],
      binding: options.binding ?? bindingFor(credential),
      introspects: options.introspects,
      idempotency: options.idempotency,
      exchangesTokensOf: listIn(options['exchanges-tokens-of']),
    };
    const client = await withCredential(credential, (authentication) =>
      addClient(contextFor(options.bank), { ...draft, authentication }),
    );
    printClient(out, client, {
      headline: 'is registered',
      ...keyFileHint(options),
      next: `send the client its id, and let it request a token; to show it again: clients show ${nameOf(client)}`,
    });
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show a client',
  options: one,
  examples: ['clients show --bank 01 --id my-app'],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const client = await findClient(contextFor(options.bank), options.id);
    printClient(out, client, { headline: 'registration' });
  },
});

const list = defineCommand({
  name: 'list',
  summary: 'list the clients of a bank, page by page',
  options: { bank, after: text('ID', 'last id of the page before') },
  examples: ['clients list --bank 01'],
  needs,
  async run({ contextFor, options, out }) {
    const page = await listClients(contextFor(options.bank), { after: options.after });
    out.result(
      { clients: page.clients.map(clientAsJson), after: page.after ?? null },
      page.clients.length === 0
        ? [emptyLine(options)]
        : [...clientTable(page), countLine(page, `--bank ${options.bank}`)],
    );
  },
});

const rotate = defineCommand({
  name: 'rotate',
  summary: 'replace the keys of a client',
  options: {
    ...one,
    ...fileOptions,
    'overlap-hours': withDefault(
      count('HOURS', 'how long the old keys stay valid', { min: 0, max: overlapHoursMax }),
      overlapHoursDefault,
    ),
  },
  rules: [{ count: 'exactly one', of: Object.keys(fileOptions) }],
  examples: ['clients rotate --bank 01 --id my-app --generate-key my-app-2.jwk'],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const { bank: bankId, id: clientId, 'overlap-hours': overlapHours } = options;
    const client = await withCredential(credentialIn(options), (authentication) =>
      rotateClientKeys(contextFor(bankId), { clientId, keySet: keySetIn(authentication), overlapHours }),
    );
    printClient(out, client, {
      headline: 'has new keys',
      ...keyFileHint(options),
      next:
        overlapHours === 0
          ? 'the old keys are refused from now on; the client must sign with a new one'
          : `within ${overlapHours} hours the client must sign with a new key; then the old ones are refused`,
    });
  },
});

const update = defineCommand({
  name: 'update',
  summary: 'change how idempotency keys of a client are checked, or whose tokens it may exchange',
  options: { ...one, idempotency, 'exchanges-tokens-of': exchanges },
  rules: [{ count: 'exactly one', of: ['idempotency', 'exchanges-tokens-of'] }],
  examples: [
    'clients update --bank 01 --id my-app --idempotency strict',
    'clients update --bank 01 --id my-service --exchanges-tokens-of mobile-app',
    "clients update --bank 01 --id my-service --exchanges-tokens-of ''",
  ],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const { bank: bankId, idempotency: mode, id: clientId } = options;
    const ctx = contextFor(bankId);
    const client =
      mode === undefined
        ? await changeClientExchanges(ctx, { clientId, apps: listIn(options['exchanges-tokens-of']) })
        : await changeClientIdempotency(ctx, { clientId, mode });
    printClient(out, client, {
      headline: 'is changed',
      next: 'the change applies to new tokens; existing tokens are valid for five more minutes at most',
    });
  },
});

const disable = defineCommand({
  name: 'disable',
  summary: 'refuse a client and void its tokens within seconds',
  options: one,
  examples: ['clients disable --bank 01 --id my-app'],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const client = await disableClient(contextFor(options.bank), options.id);
    printClient(out, client, {
      headline: 'is disabled',
      next: `its tokens are void within seconds; to enable it again: clients enable ${nameOf(client)}`,
    });
  },
});

const enable = defineCommand({
  name: 'enable',
  summary: 'accept a disabled client again',
  options: one,
  examples: ['clients enable --bank 01 --id my-app'],
  needs,
  fields,
  async run({ contextFor, options, out }) {
    const client = await enableClient(contextFor(options.bank), options.id);
    printClient(out, client, {
      headline: 'is enabled',
      next: `tokens from before stay void. If its keys may have leaked: clients rotate ${nameOf(client)} --generate-key FILE --overlap-hours 0`,
    });
  },
});

/** Commands that manage the OAuth clients of a bank. */
export const clientCommands: CommandGroup = {
  name: 'clients',
  summary: 'manage OAuth clients',
  commands: [add, show, list, rotate, update, disable, enable],
};

/** Returns the items of a list that are separated by spaces or commas. */
function listIn(typed = ''): readonly string[] {
  return typed.split(/[ ,]+/).filter((item) => item !== '');
}

function countLine({ after, clients }: ClientPage, front: string): string {
  const total = clients.length === 1 ? '1 client' : `${clients.length} clients`;
  return after === undefined
    ? `${total}; next: clients show ${front} --id ID`
    : `${total}, and there are more; next: clients list ${front} --after ${after}`;
}

function emptyLine({
  after,
  bank: bankId,
}: {
  readonly bank: string;
  readonly after: string | undefined;
}): string {
  const where = after === undefined ? '' : ' after that';
  return `bank ${bankId} has no clients${where}; next: clients add --bank ${bankId} …`;
}

interface ClientReport {
  readonly headline: string;
  readonly keyFile?: string;
  readonly next?: string;
}

function printClient(out: Output, client: Client, { headline, keyFile, next }: ClientReport): void {
  out.result(clientAsJson(client), [
    `client ${client.clientId} of bank ${client.bankId} ${headline}`,
    ...clientLines(client),
    ...(keyFile === undefined ? [] : [`the private key is in ${keyFile} and nowhere else; keep it secret`]),
    ...(next === undefined ? [] : [`next: ${next}`]),
  ]);
}

function keyFileHint({ 'generate-key': keyFile }: CredentialOptions): { readonly keyFile?: string } {
  return keyFile === undefined ? {} : { keyFile };
}

function nameOf({ bankId, clientId }: Client): string {
  return `--bank ${bankId} --id ${clientId}`;
}
