import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import type { Config } from '#platform/config/load-config.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { type SealVerifier, sealVerifierFrom } from '#platform/work/audit-chain.ts';
import { type AuditVerdict, verifyAudit } from '#platform/work/audit-verifier.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes, settingsError } from '../program/failure.ts';
import { workerDatabase } from '../program/need.ts';
import { text, texts } from '../program/option.ts';
import { sealsInLog } from './logged-seals.ts';

/**
 * Verifies the chain of every bank and prints the first wrong entry. Accepts several public keys, because keys rotate.
 * The log archive and the heads that the sealer stores outside the database (PORTICO_AUDIT_HEADS) show whether the end
 * of a chain was removed.
 */
export const auditVerifyCommand = defineCommand({
  name: 'audit-verify',
  summary: 'verify the audit chain of every bank; exit code 1 if one is broken',
  operands: {
    key: texts('KEY', 'PEM file with a public key; the public part of PORTICO_AUDIT_KEY by default'),
  },
  options: { seals: text('LOG', 'archived log with seals to compare with') },
  examples: ['audit-verify', 'audit-verify --seals=archived.log audit-public-2026.pem audit-public-2027.pem'],
  needs: workerDatabase,
  async run({ config, operands, options, out, worker: database }) {
    const seals = await verifierFrom(config, operands.key);
    const loggedSeals = options.seals === undefined ? [] : sealsInLog(await readFile(options.seals, 'utf8'));
    const heads = config.auditHeads === undefined ? undefined : createFileHeads(config.auditHeads);
    const verdicts: { readonly bank: string; readonly verdict: AuditVerdict }[] = [];
    for (const bankId of config.banks) {
      const head = await heads?.find(bankId);
      const knownSeals = [
        ...loggedSeals.filter((seal) => seal.bankId === bankId),
        ...(head === undefined ? [] : [head]),
      ];
      const verdict = await verifyAudit(bankId, { database, seals, knownSeals, now: systemClock.now() });
      verdicts.push({ bank: bankId, verdict });
    }
    out.result(
      { banks: verdicts.map(({ bank, verdict }) => ({ bank, ...verdict })) },
      verdicts.map(({ bank, verdict }) => `bank ${bank}: ${formatVerdict(verdict)}`),
    );
    return verdicts.every(({ verdict }) => verdict.kind === 'intact') ? exitCodes.done : exitCodes.refused;
  },
});

function formatVerdict(verdict: AuditVerdict): string {
  return verdict.kind === 'intact'
    ? `intact, ${verdict.entries} entries, ${verdict.seals} seals, ${verdict.unsealed} not yet sealed`
    : `BROKEN at entry ${verdict.entryNo}: ${verdict.error}`;
}

async function verifierFrom(config: Config, keyFiles: readonly string[]): Promise<SealVerifier> {
  if (keyFiles.length > 0)
    return sealVerifierFrom(await Promise.all(keyFiles.map((file) => readFile(file, 'utf8'))));
  if (config.auditKey === undefined)
    throw settingsError('audit-verify needs public keys as files, or PORTICO_AUDIT_KEY.');
  const publicKey = createPublicKey(config.auditKey.reveal())
    .export({ type: 'spki', format: 'pem' })
    .toString();
  return sealVerifierFrom([publicKey]);
}
