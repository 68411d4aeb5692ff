import {
  blockDevicesOf,
  type ClientPorts,
  clientCapability,
  type Device,
  endDevice,
  listLiveDevices,
} from '#capabilities/client/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type Command, type CommandGroup, defineCommand } from '../program/command.ts';
import { portsOf } from '../program/need.ts';
import { bank, choice, required, text } from '../program/option.ts';
import type { Output } from '../program/output.ts';

type Deps = Context & ClientPorts;

const needs = portsOf(clientCapability);
const user = required(text('USER', 'username or user id'));
const device = required(text('DEVICE', 'device id, as devices list prints it'));
const reason = required(
  choice('REASON', ['lost', 'stolen', 'replaced', 'not-mine', 'agent', 'other'], 'why'),
);

const list = defineCommand({
  name: 'list',
  summary: 'list the devices of a user, without names and push addresses',
  options: { bank, user },
  examples: ['devices list --bank 01 --user anna.devries'],
  needs,
  async run({ contextFor, options, out }) {
    const deps = contextFor(options.bank);
    const { userId } = await findUser(deps, options.user);
    const devices = (await listLiveDevices(deps, deps.db, userId)).map(described);
    out.result({ bank: options.bank, userId, devices }, [
      ...devices.map(({ attestedBy, deviceId, pairedAt, platform, status }) =>
        [deviceId, status, platform, attestedBy, pairedAt].join('  '),
      ),
      ...(devices.length === 0 ? ['no devices'] : []),
    ]);
  },
});

function described({ attestedBy, deviceId, pairedAt, pairingId, platform, state }: Device) {
  const { status } = state;
  return { deviceId, pairingId, status, platform, attestedBy, pairedAt: toWireTimestamp(pairedAt) };
}

const unpair = defineCommand({
  name: 'unpair',
  summary: 'unpair a device permanently, and end all sessions of its user',
  options: { bank, user, device, reason },
  examples: ['devices unpair --bank 01 --user anna.devries --device 5f0c… --reason lost'],
  needs,
  async preview({ contextFor, options }) {
    const { userId, username } = await findUser(contextFor(options.bank), options.user);
    return [`unpairs device ${options.device} of ${username}: user id ${userId}`];
  },
  async run({ contextFor, options, out }) {
    const deps = contextFor(options.bank);
    const { userId } = await findUser(deps, options.user);
    const command = { userId, deviceId: options.device, reason: options.reason };
    const outcome = await endDevice(deps, command);
    if (outcome === 'unknown') throw standardProblems['not-found']();
    out.result({ bank: options.bank, userId, device: options.device, outcome }, [
      `${options.device}: ${outcome}`,
    ]);
  },
});

const block = defineCommand({
  name: 'block',
  summary: 'block a device: it neither signs nor generates codes until it is unblocked',
  options: { bank, user, device },
  examples: ['devices block --bank 01 --user anna.devries --device 5f0c…'],
  needs,
  async run({ contextFor, options, out }) {
    await change(contextFor(options.bank), { ...options, change: 'block' }, out);
  },
});

const unblock = defineCommand({
  name: 'unblock',
  summary: 'lift the block of a device by staff; a restriction of the client stays',
  options: { bank, user, device },
  examples: ['devices unblock --bank 01 --user anna.devries --device 5f0c…'],
  needs,
  async run({ contextFor, options, out }) {
    await change(contextFor(options.bank), { ...options, change: 'unblock' }, out);
  },
});

const commands: readonly Command[] = [list, unpair, block, unblock];

/** Commands with which staff manage the devices of customers. */
export const deviceCommands: CommandGroup = {
  name: 'devices',
  summary: 'manage devices of customers',
  commands,
};

async function findUser(
  { bankId, db, identity }: Deps,
  name: string,
): Promise<{ readonly userId: string; readonly username: string }> {
  const known = await identity.authorization.users.find(db, { bankId, name });
  if (known === undefined) throw standardProblems['not-found']();
  return known;
}

async function change(
  deps: Deps,
  asked: {
    readonly bank: string;
    readonly user: string;
    readonly device: string;
    readonly change: 'block' | 'unblock';
  },
  out: Output,
): Promise<void> {
  const { userId } = await findUser(deps, asked.user);
  const deviceIds = [asked.device];
  const changed = await blockDevicesOf(deps, { userId, deviceIds, change: asked.change, by: 'agent' });
  if (changed.length === 0)
    throw standardProblems.conflict({
      message: `${asked.device}: nothing to ${asked.change}; nothing was changed.`,
    });
  out.result({ bank: asked.bank, userId, device: asked.device, outcome: `${asked.change}ed` }, [
    `${asked.device}: ${asked.change}ed`,
  ]);
}
