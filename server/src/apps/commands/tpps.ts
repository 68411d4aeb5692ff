import { Temporal } from 'temporal-polyfill';
import {
  type Block,
  type BlockSubject,
  blockThirdParty,
  getThirdParty,
  listThirdParties,
  type SeenCertificate,
  unblockThirdParty,
} from '#capabilities/tpp/index.ts';
import { canonicalSerialNumber } from '#platform/auth/certificate-chain.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes } from '../program/failure.ts';
import { database } from '../program/need.ts';
import { bank, required, text, textLike } from '../program/option.ts';
import type { Output } from '../program/output.ts';
import { bankSelection, bankSelectionRules, banksOf, reason } from './bank-selection.ts';

const organisation = required(
  textLike('ORGANISATION', 'organizationIdentifier of its certificates', {
    expected: 'an identifier such as PSDDE-BAFIN-12345',
    isValid: (given) => /^PSD[A-Z]{2}-[A-Z]{2,8}-\S.{0,100}$/.test(given),
  }),
);
const until = textLike('TIME', 'when the block ends by itself', {
  expected: 'a time such as 2026-12-01T00:00:00Z',
  isValid: (given) => instantIn(given) !== undefined,
});
const certificate = {
  serial: textLike('HEX', 'serial number of one certificate, instead of the whole organisation', {
    expected: 'hexadecimal digits',
    isValid: (given) => /^[0-9a-fA-F:]{1,60}$/.test(given),
  }),
  issuer: text('NAME', 'issuer of that certificate, where `tpps show` does not list it'),
};
const list = defineCommand({
  name: 'list',
  summary: 'list third parties that have called, and blocks in force',
  options: bankSelection,
  rules: bankSelectionRules,
  examples: ['tpps list --all-banks'],
  needs: database,
  async run({ config, contextFor, options, out }) {
    const found: object[] = [];
    const lines: string[] = [];
    for (const bankId of banksOf(options, config)) {
      const { blocks, thirdParties } = await listThirdParties(contextFor(bankId));
      if (thirdParties.length === 0) lines.push(`bank ${bankId}: no third party has called`);
      for (const { lastSeenAt, name, organisationId } of thirdParties) {
        const status = blocks.some(isOf(organisationId)) ? 'blocked' : 'active';
        found.push({
          bank: bankId,
          organisation: organisationId,
          name: name ?? null,
          status,
          lastUse: toWireTimestamp(lastSeenAt),
        });
        lines.push(
          `bank ${bankId}: ${organisationId}: ${status}, ${name ?? 'without a name'}, last use ${toWireTimestamp(lastSeenAt)}`,
        );
      }
      lines.push(...blocks.map((block) => `bank ${bankId}: ${describe(block)}`));
      found.push(...blocks.map((block) => ({ bank: bankId, block: asJson(block) })));
    }
    out.result({ thirdParties: found }, lines);
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show the certificates, roles and blocks of a third party',
  operands: { organisation },
  options: { bank },
  examples: ['tpps show PSDDE-BAFIN-12345 --bank 01'],
  needs: database,
  async run({ contextFor, operands, options, out }) {
    const details = await getThirdParty(contextFor(options.bank), operands.organisation);
    if (details === undefined) {
      out.result({ thirdParty: null }, [
        `bank ${options.bank}: ${operands.organisation} has never called and is not blocked`,
      ]);
      return exitCodes.refused;
    }
    const { blocks, certificates, thirdParty } = details;
    out.result(
      {
        thirdParty: {
          organisation: operands.organisation,
          name: thirdParty?.name ?? null,
          firstUse: thirdParty === undefined ? null : toWireTimestamp(thirdParty.firstSeenAt),
          lastUse: thirdParty === undefined ? null : toWireTimestamp(thirdParty.lastSeenAt),
          certificates: certificates.map(certificateAsJson),
          blocks: blocks.map(asJson),
        },
      },
      [
        `${operands.organisation}: ${thirdParty?.name ?? 'has never called'}`,
        ...certificates.map(
          (one) =>
            `  certificate ${one.serialNumber} of ${one.issuer}: ${one.roles.join(', ')}, valid to ${toWireTimestamp(one.validTo)}, last use ${toWireTimestamp(one.lastSeenAt)}`,
        ),
        ...blocks.map((block) => `  ${describe(block)}`),
      ],
    );
    return undefined;
  },
});

const block = defineCommand({
  name: 'block',
  summary: 'refuse a third party or one of its certificates within five seconds',
  operands: { organisation },
  options: { ...bankSelection, ...certificate, reason, until },
  rules: bankSelectionRules,
  examples: [
    'tpps block PSDDE-BAFIN-12345 --all-banks --reason "authorisation withdrawn"',
    'tpps block PSDDE-BAFIN-12345 --bank 01 --serial 4f2a --reason "stolen key" --until 2026-12-01T00:00:00Z',
  ],
  needs: database,
  async run({ config, contextFor, operands, options, out }) {
    const banks = banksOf(options, config);
    const subject = await subjectFor(banks.map(contextFor), operands.organisation, options);
    if (subject === undefined) return unknownCertificate(out, banks);
    for (const bankId of banks) {
      const made = await blockThirdParty(contextFor(bankId), {
        subject,
        reason: options.reason,
        endsAt: instantIn(options.until),
      });
      out.progress({ bank: bankId, block: asJson(made) }, `bank ${bankId}: ${describe(made)}`);
    }
    return undefined;
  },
});

const unblock = defineCommand({
  name: 'unblock',
  summary: 'lift the blocks of a third party or of one of its certificates',
  operands: { organisation },
  options: { ...bankSelection, ...certificate, reason },
  rules: bankSelectionRules,
  examples: ['tpps unblock PSDDE-BAFIN-12345 --all-banks --reason "authorised again"'],
  needs: database,
  async run({ config, contextFor, operands, options, out }) {
    const banks = banksOf(options, config);
    const subject = await subjectFor(banks.map(contextFor), operands.organisation, options);
    if (subject === undefined) return unknownCertificate(out, banks);
    for (const bankId of banks) {
      const outcome = await unblockThirdParty(contextFor(bankId), { subject, reason: options.reason });
      out.progress({ bank: bankId, outcome }, `bank ${bankId}: ${operands.organisation}: ${outcome}`);
    }
    return undefined;
  },
});

/** Commands about third parties. */
export const tppCommands: CommandGroup = {
  name: 'tpps',
  summary: 'show and block third parties',
  commands: [list, show, block, unblock],
};

interface CertificateOptions {
  readonly serial: string | undefined;
  readonly issuer: string | undefined;
}

/**
 * Returns what a command line names; undefined if no certificate that has called one of the banks has the serial
 * number. A stolen certificate is blocked also where it was not used yet.
 */
async function subjectFor(
  contexts: readonly Context[],
  organisationId: string,
  { issuer, serial }: CertificateOptions,
): Promise<BlockSubject | undefined> {
  if (serial === undefined) return { kind: 'organisation', organisationId };
  const serialNumber = canonicalSerialNumber(serial.replaceAll(':', ''));
  const issuedBy = issuer ?? (await issuerOf(contexts, organisationId, serialNumber));
  return issuedBy === undefined ? undefined : { kind: 'certificate', issuer: issuedBy, serialNumber };
}

async function issuerOf(
  contexts: readonly Context[],
  organisationId: string,
  serialNumber: string,
): Promise<string | undefined> {
  for (const context of contexts) {
    const details = await getThirdParty(context, organisationId);
    const found = details?.certificates.find((one) => one.serialNumber === serialNumber);
    if (found !== undefined) return found.issuer;
  }
  return undefined;
}

function unknownCertificate(out: Output, banks: readonly string[]): ExitCode {
  const named = banks.join(', ');
  const line = `bank ${named}: no certificate with this serial number has called. Name its issuer with --issuer.`;
  out.progress({ bank: named, outcome: 'unknown-certificate' }, line);
  return exitCodes.refused;
}

function isOf(organisationId: string): (block: Block) => boolean {
  return ({ subject }) => subject.kind === 'organisation' && subject.organisationId === organisationId;
}

function describe({ endsAt, reason: why, subject }: Block): string {
  const what =
    subject.kind === 'organisation'
      ? subject.organisationId
      : `certificate ${subject.serialNumber} of ${subject.issuer}`;
  return `${what}: blocked${endsAt === undefined ? '' : ` until ${toWireTimestamp(endsAt)}`}: ${why}`;
}

function asJson({ blockedAt, endsAt, id, reason: why, subject }: Block): object {
  return {
    id,
    ...subject,
    reason: why,
    blockedAt: toWireTimestamp(blockedAt),
    until: endsAt === undefined ? null : toWireTimestamp(endsAt),
  };
}

function certificateAsJson(one: SeenCertificate): object {
  return {
    issuer: one.issuer,
    serialNumber: one.serialNumber,
    fingerprint256: one.fingerprint256,
    roles: one.roles,
    validTo: toWireTimestamp(one.validTo),
    firstUse: toWireTimestamp(one.firstSeenAt),
    lastUse: toWireTimestamp(one.lastSeenAt),
  };
}

function instantIn(given: string | undefined): Temporal.Instant | undefined {
  try {
    return given === undefined ? undefined : Temporal.Instant.from(given);
  } catch {
    return undefined;
  }
}
