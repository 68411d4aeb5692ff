import {
  contextTag,
  type DerValue,
  derTag,
  membersOf,
  readBits,
  readValue,
} from '../../server/src/platform/certificate-status/der-value.ts';
import type { Chance } from '../harness/chance.ts';

/** A certificate that is accepted, and others whose parts a forger may use. */
export interface Material {
  readonly original: Buffer;
  readonly others: readonly Buffer[];
}

/** Changes a certificate in one way; none of the results may be accepted. */
export interface Mutation {
  readonly name: string;
  readonly apply: (material: Material, chance: Chance) => Buffer;
}

function encoded(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

interface Parts {
  /** Body, algorithm and signature. */
  readonly outer: readonly DerValue[];
  /** The members of the body; the last are the extensions. */
  readonly body: readonly DerValue[];
  readonly extensions: readonly Buffer[];
}

function partsOf(der: Buffer): Parts {
  const outer = membersOf(readValue(der));
  const body = membersOf(outer[0]);
  const list = membersOf(body.at(-1), contextTag(3))[0];
  return { outer, body, extensions: membersOf(list).map(({ bytes }) => bytes) };
}

const bytesOf = (values: readonly DerValue[]): readonly Buffer[] => values.map(({ bytes }) => bytes);

/** Builds the certificate again with other extensions; the signature stays. */
function withExtensions({ body, outer }: Parts, extensions: readonly Buffer[]): Buffer {
  const list = encoded(contextTag(3), encoded(derTag.sequence, ...extensions));
  const changed = encoded(derTag.sequence, ...bytesOf(body.slice(0, -1)), list);
  return encoded(derTag.sequence, changed, ...bytesOf(outer.slice(1)));
}

const qcStatementsId = encoded(derTag.objectId, Buffer.from('2b06010505070103', 'hex'));
const isStatements = (extension: Buffer): boolean => extension.includes(qcStatementsId);

function flipBits(der: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(der);
  const flips = chance.integer(1, 4);
  for (let done = 0; done < flips; done += 1) {
    const at = chance.integer(0, changed.length - 1);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << chance.integer(0, 7)), at);
  }
  // Two flips may undo each other.
  return changed.equals(der) ? flipBits(der, chance) : changed;
}

function spliceBytes(der: Buffer, chance: Chance): Buffer {
  const at = chance.integer(0, der.length - 1);
  const removed = chance.integer(0, 3);
  const inserted = Buffer.from(
    Array.from({ length: chance.integer(removed === 0 ? 1 : 0, 3) }, () => chance.integer(0, 255)),
  );
  const changed = Buffer.concat([der.subarray(0, at), inserted, der.subarray(at + removed)]);
  return changed.equals(der) ? spliceBytes(der, chance) : changed;
}

/** The same values in encodings that BER allows and DER does not. */
function encodeOtherwise(der: Buffer, chance: Chance): Buffer {
  const { content } = readValue(der);
  const { outer } = partsOf(der);
  return chance.oneOf([
    Buffer.concat([Buffer.of(0x30, 0x83, 0, content.length >> 8, content.length & 0xff), content]),
    Buffer.concat([Buffer.of(0x30, 0x80), content, Buffer.of(0, 0)]),
    Buffer.concat([der, Buffer.alloc(chance.integer(1, 8), chance.integer(0, 255))]),
    Buffer.concat([Buffer.alloc(chance.integer(1, 8)), der]),
    // The signature as a constructed bit string.
    encoded(derTag.sequence, ...bytesOf(outer.slice(0, 2)), encoded(0x23, ...bytesOf(outer.slice(2)))),
    // A bit string with unused bits.
    encoded(
      derTag.sequence,
      ...bytesOf(outer.slice(0, 2)),
      encoded(derTag.bitString, Buffer.of(1), readBits(outer[2])),
    ),
  ]);
}

function swapExtensions({ original, others }: Material, chance: Chance): Buffer {
  const own = partsOf(original);
  const foreign = partsOf(chance.oneOf(others)).extensions;
  const at = chance.integer(0, own.extensions.length - 1);
  const changed = withExtensions(
    own,
    chance.oneOf([
      own.extensions.toReversed(),
      own.extensions.toSpliced(at, 1),
      foreign,
      own.extensions.map((one) => (isStatements(one) ? (foreign.find(isStatements) ?? one) : one)),
    ]),
  );
  return changed.equals(original) ? withExtensions(own, own.extensions.toReversed()) : changed;
}

function changeIssuer({ original, others }: Material, chance: Chance): Buffer {
  const own = partsOf(original);
  const foreign = partsOf(chance.oneOf(others));
  const name = foreign.body[5]?.bytes ?? Buffer.alloc(0);
  const body = bytesOf(own.body).toSpliced(3, 1, name);
  return chance.oneOf([
    // The body of one and the signature of another.
    encoded(derTag.sequence, ...bytesOf(own.outer.slice(0, 1)), ...bytesOf(foreign.outer.slice(1))),
    encoded(derTag.sequence, ...bytesOf(foreign.outer.slice(0, 1)), ...bytesOf(own.outer.slice(1))),
    encoded(derTag.sequence, encoded(derTag.sequence, ...body), ...bytesOf(own.outer.slice(1))),
    ...others.slice(-1),
  ]);
}

function duplicateStatements({ original, others }: Material, chance: Chance): Buffer {
  const own = partsOf(original);
  const statements = own.extensions.filter(isStatements);
  const foreign = partsOf(chance.oneOf(others)).extensions.filter(isStatements);
  return withExtensions(
    own,
    chance.oneOf([
      [...own.extensions, ...statements],
      [...statements, ...own.extensions],
      [...foreign, ...own.extensions, ...statements],
    ]),
  );
}

export const mutations: readonly Mutation[] = [
  { name: 'bits flipped', apply: ({ original }, chance) => flipBits(original, chance) },
  { name: 'bytes replaced', apply: ({ original }, chance) => spliceBytes(original, chance) },
  {
    name: 'cut off',
    apply: ({ original }, chance) => original.subarray(0, chance.integer(0, original.length - 1)),
  },
  { name: 'encoded otherwise', apply: ({ original }, chance) => encodeOtherwise(original, chance) },
  { name: 'extensions swapped', apply: swapExtensions },
  { name: 'issuer changed', apply: changeIssuer },
  { name: 'statements duplicated', apply: duplicateStatements },
];

/** The order of P-256. */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Writes the signature (r, s) as (r, order - s). Anyone can do this to an ECDSA signature, and it stays valid: the
 * certificate is the same with other bytes, so whatever refuses it must go by issuer and serial number.
 */
export function respelt(der: Buffer): Buffer {
  const { outer } = partsOf(der);
  const [r, s] = membersOf(readValue(readBits(outer[2])));
  if (r === undefined || s === undefined) throw new Error('an ECDSA signature expected');
  const hex = (curveOrder - BigInt(`0x${s.content.toString('hex')}`)).toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const positive = (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.of(0), digits]);
  const pair = encoded(derTag.sequence, r.bytes, encoded(derTag.integer, positive));
  const signature = encoded(derTag.bitString, Buffer.of(0), pair);
  return encoded(derTag.sequence, ...bytesOf(outer.slice(0, 2)), signature);
}
