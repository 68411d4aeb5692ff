import { virtualShard } from '#platform/kernel/ids.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import { totpStepSeconds } from '../../domain/oath/policy.ts';
import { parseSuite, productSuiteText } from '../../domain/ocra/suite.ts';
import { ocraSeedBytes, tokenSeedBytes, totpDigits } from '../../domain/policy.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';

/** User and device that a token is created for. */
export interface PrepareToken {
  readonly userId: string;
  readonly deviceId: string | undefined;
  readonly kind: 'totp' | 'ocra';
}

/** A new token, with the seed that only its device receives. */
export interface PreparedToken extends PrepareToken {
  readonly tokenId: string;
  readonly seed: Secret<Uint8Array>;
  readonly sealedSeed: Buffer;
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
}

/** Creates the seed of a token, before the command that enrols it begins: the key that encrypts it may be remote. */
export async function prepareToken(
  { bankId, ids, seedVault }: Context & AuthorizationPorts,
  command: PrepareToken,
): Promise<PreparedToken> {
  const tokenId = ids.uuid(virtualShard(bankId, command.userId));
  const isOcra = command.kind === 'ocra';
  const suite = isOcra ? productSuiteText : 'sha256';
  const stepSeconds = isOcra ? (parseSuite(suite)?.timeStepSeconds ?? totpStepSeconds) : totpStepSeconds;
  const seed = seedVault.newSeed(isOcra ? ocraSeedBytes : tokenSeedBytes);
  const sealedSeed = await seedVault.seal(bankId, tokenId, seed);
  return { ...command, tokenId, seed, sealedSeed, suite, digits: totpDigits, stepSeconds };
}
