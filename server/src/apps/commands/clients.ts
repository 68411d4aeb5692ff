import assert from 'node:assert/strict';
import {
  type AuthenticationDraft,
  addClient,
  type Client,
  changeClientIdempotency,
  disableClient,
  enableClient,
  findClient,
  listClients,
  rotateClientKeys,
} from '#capabilities/oauth/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds, virtualShard } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { withCredential } from './client-credential.ts';
import { KeyFileUnusable } from './client-key-file.ts';
import {
  type ClientAction,
  type ClientOptions,
  type CredentialSource,
  clientActions,
  readClientOptions,
} from './client-options.ts';
import { clientAsJson, clientLines, clientTable, problemAsJson, problemLines } from './format-client.ts';
import type { Print } from './print.ts';

const usage = `usage: clients ACTION --bank BANK [--json]
  add      --id ID --kind application | customer-app | console --name NAME --scopes "A B"
           [--redirect-uri URI …] [--post-logout-redirect-uri URI …]
           --jwks FILE | --jwks-url URL | --generate-key FILE | --tls-subject-dn DN | --tls-san-dns NAME
           [--binding proof | certificate] [--introspects own-tokens | all-tokens]
           [--idempotency seed-compatible | strict]
  show     --id ID
  list     [--after ID]
  rotate   --id ID --jwks FILE | --generate-key FILE [--overlap-hours 24]
  update   --id ID --idempotency seed-compatible | strict
  disable  --id ID
  enable   --id ID`;

/** Runs `clients add | show | list | rotate | update | disable | enable`, which manage the OAuth clients of a bank. */
export async function clients(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const known = clientActions.find((name) => name === action);
  if (known === undefined) {
    print(usage);
    return 2;
  }
  const read = readClientOptions(known, rest);
  const errors = read.kind === 'invalid' ? read.errors : bankErrors(config, read.options);
  if (read.kind === 'invalid' || errors.length > 0) {
    for (const error of errors) print(error);
    print(usage);
    return 2;
  }
  return runAction(config, known, { options: read.options, print });
}

function bankErrors({ banks }: Config, { bankId }: ClientOptions): readonly string[] {
  return banks.includes(bankId) ? [] : [`--bank must be one of: ${banks.join(', ')}`];
}

interface Run {
  readonly options: ClientOptions;
  readonly print: Print;
}

async function runAction(config: Config, action: ClientAction, run: Run): Promise<number> {
  const { options, print } = run;
  await using app = openDatabase({
    url: config.databaseUrl.reveal(),
    poolSize: 1,
    applicationName: 'portico-clients',
  });
  const { bankId } = options;
  const ids = systemIds(systemClock);
  const log = createLogger({ level: 'fatal', destination: { write: print } });
  const requestId = ids.uuid(virtualShard(bankId, 'clients'));
  const ctx = systemContext({ app, clock: systemClock, ids, log }, { job: 'clients', bankId, requestId });
  try {
    await actions[action](ctx, run);
    return 0;
    // The operator who typed the command can correct it.
  } catch (error) {
    for (const line of refusalLines(error, options)) print(line);
    return 1;
  }
}

function refusalLines(error: unknown, { output }: ClientOptions): readonly string[] {
  if (error instanceof Problem)
    return output === 'json' ? [JSON.stringify(problemAsJson(error))] : problemLines(error);
  if (!(error instanceof KeyFileUnusable)) throw error;
  const { message } = error;
  return [
    output === 'json' ? JSON.stringify({ problem: 'file-unusable', message, fieldErrors: [] }) : message,
  ];
}

const actions: Readonly<Record<ClientAction, (ctx: Context, run: Run) => Promise<void>>> = {
  add,
  show: async (ctx, run) => {
    const client = await findClient(ctx, run.options.clientId);
    printClient(run, client, { headline: 'registration' });
  },
  list,
  rotate,
  update: async (ctx, run) => {
    const { clientId, draft } = run.options;
    const client = await changeClientIdempotency(ctx, { clientId, mode: draft.idempotency });
    printClient(run, client, {
      headline: 'is changed',
      next: 'tokens issued from now on have the new mode; existing tokens are valid for five more minutes at most',
    });
  },
  disable: async (ctx, run) => {
    const client = await disableClient(ctx, run.options.clientId);
    printClient(run, client, {
      headline: 'is disabled',
      next: `its tokens are void within seconds; to enable it again: clients enable ${nameOf(client)}`,
    });
  },
  enable: async (ctx, run) => {
    const client = await enableClient(ctx, run.options.clientId);
    printClient(run, client, {
      headline: 'is enabled',
      next: `tokens from before stay void. If its keys may have leaked: clients rotate ${nameOf(client)} --generate-key FILE --overlap-hours 0`,
    });
  },
};

async function add(ctx: Context, run: Run): Promise<void> {
  const { clientId, draft, credential } = run.options;
  assert(credential !== undefined, 'options of add must contain a credential');
  const client = await withCredential(credential, (authentication) =>
    addClient(ctx, { ...draft, clientId, authentication }),
  );
  printClient(run, client, {
    headline: 'is registered',
    ...keyFileHint(credential),
    next: `send the client its id, and let it request a token; to show it again: clients show ${nameOf(client)}`,
  });
}

async function rotate(ctx: Context, run: Run): Promise<void> {
  const { clientId, overlapHours, credential } = run.options;
  assert(credential !== undefined, 'options of rotate must contain a credential');
  const client = await withCredential(credential, (authentication) =>
    rotateClientKeys(ctx, { clientId, keySet: keySetIn(authentication), overlapHours }),
  );
  printClient(run, client, {
    headline: 'has new keys',
    ...keyFileHint(credential),
    next:
      overlapHours === 0
        ? 'the old keys are refused from now on; the client must sign with a new one'
        : `within ${overlapHours} hours the client must sign with a new key; then the old ones are refused`,
  });
}

function keySetIn(authentication: AuthenticationDraft): unknown {
  return authentication.method === 'private_key_jwt' && authentication.keys.by === 'value'
    ? authentication.keys.keySet
    : undefined;
}

async function list(ctx: Context, { options, print }: Run): Promise<void> {
  const page = await listClients(ctx, { after: options.after });
  if (options.output === 'json') {
    print(JSON.stringify({ clients: page.clients.map(clientAsJson), after: page.after ?? null }));
    return;
  }
  if (page.clients.length > 0) for (const line of clientTable(page)) print(line);
  const front = `--bank ${options.bankId}`;
  const count = page.clients.length === 1 ? '1 client' : `${page.clients.length} clients`;
  if (page.after !== undefined)
    print(`${count}, and there are more; next: clients list ${front} --after ${page.after}`);
  else if (page.clients.length > 0) print(`${count}; next: clients show ${front} --id ID`);
  else
    print(
      `bank ${options.bankId} has no clients${options.after === undefined ? '' : ' after that'}; next: clients add ${front} …`,
    );
}

interface ClientReport {
  readonly headline: string;
  readonly keyFile?: string;
  readonly next?: string;
}

function printClient(
  { options, print }: Run,
  client: Client,
  { headline, keyFile, next }: ClientReport,
): void {
  if (options.output === 'json') {
    print(JSON.stringify(clientAsJson(client)));
    return;
  }
  print(`client ${client.clientId} of bank ${client.bankId} ${headline}`);
  for (const line of clientLines(client)) print(line);
  if (keyFile !== undefined) print(`the private key is in ${keyFile} and nowhere else; keep it secret`);
  if (next !== undefined) print(`next: ${next}`);
}

function keyFileHint(credential: CredentialSource): { readonly keyFile?: string } {
  return credential.from === 'generate-key' ? { keyFile: credential.file } : {};
}

function nameOf({ bankId, clientId }: Client): string {
  return `--bank ${bankId} --id ${clientId}`;
}
