import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SmsGateway, startSmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { type MailServer, startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import {
  type CorrespondencePorts,
  correspondenceCapability,
  type InitiateDelivery,
  initiateDelivery,
} from '../../server/src/capabilities/correspondence/index.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { createInstance, type Instance } from './instance.ts';
import { freePort, isReady, type Program, startProgram, until } from './processes.ts';
import { progress } from './report.ts';

/** A database, a mail server, an SMS gateway, and workers that deliver to them. */
export interface DeliveryHarness {
  readonly instance: Instance;
  readonly mail: MailServer;
  readonly sms: SmsGateway;
  /** Starts a worker; resolves when it is ready. */
  startWorker(): Promise<Program>;
  initiate(asked: InitiateDelivery): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

const bank = '01';
const loopback = ['127.0.0.0/8'];
const poolSize = 10;

export async function createDeliveryHarness(): Promise<DeliveryHarness> {
  const [mail, sms] = await Promise.all([startMailServer(), startSmsGateway()]);
  const bare = await createInstance({ banks: [bank] });
  const tokenFile = join(bare.folder, 'gateway-token');
  await writeFile(tokenFile, sms.token);
  const delivery = {
    email: {
      server: `smtp-plain://127.0.0.1:${mail.port}`,
      senders: { [bank]: { name: 'Bank 01', address: 'post@bank01.example' } },
      networks: loopback,
    },
    sms: { url: sms.url, token: `file:${tokenFile}`, senders: { [bank]: 'Bank 01' }, networks: loopback },
  };
  const env = { ...bare.env, PORTICO_DELIVERY: JSON.stringify(delivery) };
  const instance = { ...bare, env };
  const sending = await openSender(env);
  return {
    instance,
    mail,
    sms,
    startWorker: () => startWorker(env, instance.folder),
    initiate: async (asked) => (await initiateDelivery(sending.context(), asked)).communicationId,
    async [Symbol.asyncDispose]() {
      await sending.close();
      await Promise.all([mail.stop(), sms.stop()]);
      await bare[Symbol.asyncDispose]();
    },
  };
}

interface Sender {
  context(): Context & CorrespondencePorts;
  close(): Promise<void>;
}

/** Opens the sender: calls the operation of the product as another capability would. */
async function openSender(env: Readonly<Record<string, string>>): Promise<Sender> {
  const config = loadConfig(env, (path) => readFileSync(path, 'utf8'));
  const resources = openResources(config, { command: 'statements', poolSize });
  const ports = (await resources.ports([correspondenceCapability])).of(correspondenceCapability);
  return {
    context: () => ({ ...resources.contextFor(bank), ...ports }),
    close: () => resources[Symbol.asyncDispose](),
  };
}

async function startWorker(env: Readonly<Record<string, string>>, folder: string): Promise<Program> {
  const port = await freePort();
  const program = startProgram({
    args: ['server/src/main.ts', 'worker'],
    env: {
      ...env,
      PORTICO_WORKER_LISTEN: `127.0.0.1:${port}`,
      PORTICO_LOG_LEVEL: 'warn',
    },
    logFile: join(folder, 'worker.log'),
  });
  await until(() => isReady(port), 'the worker');
  return program;
}

const plain = {
  medium: undefined,
  priority: 'normal',
  urgency: 'normal',
  category: undefined,
  sourceChannel: undefined,
  batchId: undefined,
  expires: undefined,
  notBefore: undefined,
  notificationGroup: undefined,
  accountId: undefined,
} as const;

/** Returns a message of a statement run, with a unique address. */
export function statementTo(serial: number): InitiateDelivery {
  return {
    ...plain,
    recipient: {
      kind: 'contact',
      contact: { usage: 'primary', kind: 'email', details: `customer.${serial}@example.org` },
    },
    messageKind: 'statement',
    batchId: 'statements-2026-11',
    source: {
      kind: 'message',
      title: `Your statement ${serial}`,
      contentType: 'text/plain',
      content: `Dear customer ${serial},\n\nyour statement for October is ready. Sign in to read it.\n\nYour bank\n`,
      attachments: [],
    },
  };
}

const senders = 16;

/** Initiates statements, each to a unique address, 16 in parallel. */
export async function initiateStatements(
  { initiate }: DeliveryHarness,
  messages: number,
): Promise<{ readonly ids: readonly string[]; readonly seconds: number }> {
  const startedAt = performance.now();
  const show = progress('initiating', messages);
  const ids: string[] = [];
  let serial = 0;
  const send = async (): Promise<void> => {
    while (serial < messages) {
      serial += 1;
      ids.push(await initiate(statementTo(serial)));
      show(ids.length);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return { ids, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Returns a code by SMS. */
export function codeTo(serial: number): InitiateDelivery {
  return {
    ...plain,
    recipient: {
      kind: 'contact',
      contact: { usage: 'primary', kind: 'sms', details: `+4915112${String(100_000 + serial)}` },
    },
    messageKind: 'one-time-password',
    priority: 'high',
    source: {
      kind: 'message',
      title: 'Security code',
      contentType: 'text/plain',
      content: `${String(serial).padStart(6, '0')} is your security code. Never tell it to anyone.`,
      attachments: [],
    },
  };
}

/** Returns a message that is also sent at night. */
export function noticeTo(medium: 'email' | 'sms', details: string, text: string): InitiateDelivery {
  return {
    ...plain,
    recipient: { kind: 'contact', contact: { usage: 'primary', kind: medium, details } },
    messageKind: 'notice',
    priority: 'high',
    source: { kind: 'message', title: 'Notice', contentType: 'text/plain', content: text, attachments: [] },
  };
}
