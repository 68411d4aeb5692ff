import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { type SealVerifier, sealVerifierFrom } from '#platform/work/audit-chain.ts';
import { type AuditVerdict, verifyAudit } from '#platform/work/audit-verifier.ts';
import { type LoggedSeal, sealsInLog } from './logged-seals.ts';
import type { Print } from './print.ts';

const sealsFlag = '--seals=';

/**
 * Runs `audit-verify [--seals=LOG] [KEY.pem …]`: verifies the chain of every bank and prints the first wrong entry.
 * Accepts several public keys, because keys rotate. The log archive and the heads that the sealer stores outside the
 * database (PORTICO_AUDIT_HEADS) show whether the end of a chain was removed.
 */
export async function verifyAuditTrail(
  config: Config,
  first: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const given = [first, ...rest].filter((argument) => argument !== '');
  const seals = await verifierFrom(
    config,
    given.filter((argument) => !argument.startsWith(sealsFlag)),
  );
  const url = config.databaseWorkerUrl?.reveal();
  if (seals === undefined || url === undefined) {
    print('audit-verify needs PORTICO_DATABASE_WORKER_URL, and public keys as files or PORTICO_AUDIT_KEY.');
    return 2;
  }
  const loggedSeals = await sealsFromLog(given.find((argument) => argument.startsWith(sealsFlag)));
  const heads = config.auditHeads === undefined ? undefined : createFileHeads(config.auditHeads);
  await using database = openDatabase({ url, poolSize: 1, applicationName: 'portico-audit-verify' });
  let broken = 0;
  for (const bankId of config.banks) {
    const head = await heads?.find(bankId);
    const knownSeals = [
      ...loggedSeals.filter((seal) => seal.bankId === bankId),
      ...(head === undefined ? [] : [head]),
    ];
    const verdict = await verifyAudit(bankId, { database, seals, knownSeals, now: systemClock.now() });
    if (verdict.kind === 'broken') broken += 1;
    print(`bank ${bankId}: ${formatVerdict(verdict)}`);
  }
  return broken === 0 ? 0 : 1;
}

function formatVerdict(verdict: AuditVerdict): string {
  return verdict.kind === 'intact'
    ? `intact, ${verdict.entries} entries, ${verdict.seals} seals, ${verdict.unsealed} not yet sealed`
    : `BROKEN at entry ${verdict.entryNo}: ${verdict.error}`;
}

async function verifierFrom(config: Config, keyFiles: readonly string[]): Promise<SealVerifier | undefined> {
  if (keyFiles.length > 0)
    return sealVerifierFrom(await Promise.all(keyFiles.map((file) => readFile(file, 'utf8'))));
  if (config.auditKey === undefined) return undefined;
  const publicKey = createPublicKey(config.auditKey.reveal())
    .export({ type: 'spki', format: 'pem' })
    .toString();
  return sealVerifierFrom([publicKey]);
}

async function sealsFromLog(argument: string | undefined): Promise<readonly LoggedSeal[]> {
  return argument === undefined ? [] : sealsInLog(await readFile(argument.slice(sealsFlag.length), 'utf8'));
}
