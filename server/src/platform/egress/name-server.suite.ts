import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on the loopback interface. */
export interface TestNameServer extends AsyncDisposable {
  /** As a resolver takes it. */
  readonly server: string;
  /** Names that were asked for, once for each question. */
  readonly asked: readonly string[];
}

/** What the server knows of a name. A name without a row is never answered. */
export type TestZone = Readonly<
  Record<string, Readonly<{ a?: readonly string[]; aaaa?: readonly string[] }>>
>;

const headerBytes = 12;
const [typeA, typeAaaa, classIn] = [1, 28, 1];
/** A response without an error, recursion available. */
const responseFlags = 0x81_80;
/** Points to the name in the question. */
const nameOfQuestion = 0xc0_0c;

/** Starts a name server that answers the names of its zone, and is silent about all others. */
export async function startNameServer(zone: TestZone): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const { end, name, type } = questionIn(message);
    asked.push(name);
    const known = zone[name];
    if (known === undefined) return;
    const addresses = type === typeA ? (known.a ?? []) : (known.aaaa ?? []);
    socket.send(answer(message.subarray(0, end), type, addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function questionIn(message: Buffer): Readonly<{ name: string; type: number; end: number }> {
  const labels: string[] = [];
  let at = headerBytes;
  while (message.readUInt8(at) > 0) {
    const length = message.readUInt8(at);
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(responseFlags, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map((address) => recordOf(type, address))]);
}

function recordOf(type: number, address: string): Buffer {
  const data = type === typeAaaa ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const record = Buffer.alloc(12);
  record.writeUInt16BE(nameOfQuestion, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(classIn, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

/** Of an address without a shortened part. */
function ipv6Bytes(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [index, group] of address.split(':').entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}
