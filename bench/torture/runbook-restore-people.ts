import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createFileLedger } from '../../server/src/adapters/erasure-ledger/file-ledger.ts';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import {
  assignToken,
  authorizationCapability,
  importTokens,
  verifyOathOtp,
} from '../../server/src/capabilities/authorization/index.ts';
import { clientCapability } from '../../server/src/capabilities/client/index.ts';
import {
  changeUserState,
  type IdentityPorts,
  identityCapability,
  removePasskey,
} from '../../server/src/capabilities/identity/index.ts';
import { replacePassword } from '../../server/src/capabilities/identity/steps/new-password.ts';
import { insertPasskey } from '../../server/src/capabilities/identity/store/passkeys.store.ts';
import { insertSession } from '../../server/src/capabilities/identity/store/sessions.store.ts';
import { findUser, lockUser } from '../../server/src/capabilities/identity/store/users.store.ts';
import { eraseParty, partyCapability, registerParty } from '../../server/src/capabilities/party/index.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { virtualShard } from '../../server/src/platform/kernel/ids.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import { Secret } from '../../server/src/platform/kernel/secret.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { commandContext } from '../harness/command-context.ts';
import type { Instance } from '../harness/instance.ts';
import { peopleBank } from '../harness/sign-in-people.ts';
import { type RestoredApprovals, restoredApprovals } from './runbook-restore-approvals.ts';
import { type RestoredBlocks, restoredBlocks } from './runbook-restore-blocks.ts';
import { type RestoredDevices, restoredDevices } from './runbook-restore-devices.ts';

/** Calls operations of the product with its own ports in this process, where no page or command exists. */
export interface Operations {
  party(index: number): Promise<string>;
  erase(partyNumber: string): Promise<void>;
  suspend(userId: string): Promise<void>;
  reinstate(userId: string): Promise<void>;
  close(userId: string): Promise<void>;
  changePassword(userId: string, password: string): Promise<void>;
  passkey(userId: string): Promise<string>;
  /** Signs a user in on the page of the bank. */
  session(userId: string): Promise<string>;
  removePasskey(
    userId: string,
    given: { readonly passkeyId: string; readonly sessionId: string },
  ): Promise<void>;
  /** Assigns an HOTP token to a user; returns a function for its codes. */
  eventToken(userId: string): Promise<(counter: number) => string>;
  isCodeRight(userId: string, code: string): Promise<boolean>;
  readonly blocks: RestoredBlocks;
  readonly approvals: RestoredApprovals;
  readonly devices: RestoredDevices;
  [Symbol.asyncDispose](): Promise<void>;
}

const codeModulus = 10 ** 6;
const passkeyHours = 1;

export async function openOperations(
  env: Readonly<Record<string, string>>,
  database: Instance['database'],
): Promise<Operations> {
  const config = loadConfig({ ...env }, (path) => readFileSync(path, 'utf8'));
  const resources = openResources(config, { command: 'harness' });
  const ports = await resources.ports([
    partyCapability,
    authorizationCapability,
    identityCapability,
    scaCapability,
    clientCapability,
  ]);
  const context = contextOf(resources.app());
  const ctx = { ...context, ...ports.of(identityCapability) };
  const codes = { ...context, ...ports.of(authorizationCapability) };
  return {
    party: async (index) => {
      const name = { kind: 'individual', givenName: 'Resta', surname: `Backup${letters(index)}` } as const;
      const registration = { profile: 'contact', name, contacts: [] } as const;
      return (await registerParty({ ...context, ...ports.of(partyCapability) }, registration)).partyNumber;
    },
    async erase(partyNumber) {
      const erasureLedger = createFileLedger(env['PORTICO_ERASURE_LEDGER'] ?? '');
      await eraseParty({ ...context, ...ports.of(partyCapability), erasureLedger }, { partyNumber });
    },
    suspend: (userId) => changeUserState(ctx, { userId, to: 'suspended', reason: 'fraud' }),
    reinstate: (userId) => changeUserState(ctx, { userId, to: 'active', reason: 'identity-proven' }),
    close: (userId) => changeUserState(ctx, { userId, to: 'closed', reason: 'customer' }),
    changePassword: (userId, password) => changePassword(ctx, userId, password),
    passkey: (userId) => enterPasskey(ctx, userId),
    session: (userId) => enterSession(ctx, userId),
    removePasskey: (userId, given) => removeOwn(ctx, userId, given),
    async eventToken(userId) {
      const seed = randomBytes(20);
      const serial = `RB-${seed.toString('hex').slice(0, 12)}`;
      const token = {
        kind: 'hotp',
        suite: 'sha1',
        digits: 6,
        stepSeconds: 30,
        counter: 0,
        drift: 0,
      } as const;
      await importTokens(codes, [{ ...token, serial, seed: new Secret<Uint8Array>(seed) }]);
      await assignToken(codes, { serial, userName: userId, code: codeOf(seed, 0) });
      return (counter) => codeOf(seed, counter);
    },
    async isCodeRight(userId, otp) {
      try {
        await verifyOathOtp(codes, { userName: userId, otp });
        return true;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return false;
      }
    },
    blocks: restoredBlocks(context, resources.app()),
    approvals: restoredApprovals(context, ports.of(scaCapability)),
    devices: restoredDevices({ ...context, ...ports.of(clientCapability) }, database),
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

function contextOf(database: Database): Context {
  return commandContext({ database, bankId: peopleBank, clock: systemClock, operationId: 'harness' });
}

/** Names have letters only. */
function letters(index: number): string {
  return String(index).replaceAll(/\d/gv, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

function codeOf(seed: Buffer, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', seed).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % codeModulus).padStart(6, '0');
}

type Ctx = Context & IdentityPorts;

async function changePassword(ctx: Ctx, userId: string, password: string): Promise<void> {
  const hash = await ctx.passwordHasher.hash(ctx.bankId, password);
  await runCommand(ctx, async (work) => {
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) throw new Error('no such user');
    await replacePassword(ctx, work, { user, hash, isReset: false, exceptSignInAt: undefined });
  });
}

async function enterPasskey(ctx: Ctx, userId: string): Promise<string> {
  const passkeyId = ctx.ids.uuid(virtualShard(ctx.bankId, userId));
  await runCommand(ctx, async (work) => {
    insertPasskey(work, ctx.bankId, {
      passkeyId,
      userId,
      credentialId: passkeyId,
      publicKey: randomBytes(77),
      signCount: 0,
      transports: [],
      aaguid: '00000000-0000-0000-0000-000000000000',
      isBackedUp: false,
      isBackupEligible: false,
      name: 'key',
      createdAt: ctx.clock.now(),
      lastUsedAt: undefined,
    });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
  return passkeyId;
}

async function enterSession(ctx: Ctx, userId: string): Promise<string> {
  const [sessionId, now] = [ctx.ids.uuid(virtualShard(ctx.bankId, userId)), ctx.clock.now()];
  await runCommand(ctx, async (work) => {
    insertSession(work, {
      bankId: ctx.bankId,
      secretHash: randomBytes(32),
      ...sessionOf(sessionId, userId, now),
    });
    work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
  });
  return sessionId;
}

function sessionOf(
  sessionId: string,
  userId: string,
  now: ReturnType<Context['clock']['now']>,
): Parameters<typeof removePasskey>[1]['session'] {
  return {
    sessionId,
    userId,
    clientName: undefined,
    browserName: 'harness',
    browserId: undefined,
    assurance: 'sca',
    authenticatedAt: now,
    seenAt: now,
    expiresAt: now.add({ hours: passkeyHours }),
  };
}

async function removeOwn(
  ctx: Ctx,
  userId: string,
  { passkeyId, sessionId }: { readonly passkeyId: string; readonly sessionId: string },
): Promise<void> {
  const user = await findUser(ctx.db, ctx, userId);
  if (user === undefined) throw new Error('no such user');
  const session = sessionOf(sessionId, userId, ctx.clock.now());
  if (!(await removePasskey(ctx, { user, session }, passkeyId))) throw new Error('no passkey was removed');
}
