import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import type { generateOcraChallenge, verifyOcraResponse } from '../contract/ocra.ts';
import type { GenerateOcraChallenge } from '../operations/tokens/generate-ocra-challenge.ts';
import type { VerifyOcraResponse } from '../operations/tokens/verify-ocra-response.ts';
import type { OcraChallenge } from '../steps/challenges.ts';

/** Signature data is allowed only with the mode that signs it. */
export function toGenerateChallenge({
  body,
}: RequestOf<typeof generateOcraChallenge>): GenerateOcraChallenge {
  const signatureData = body['signature-data'];
  const isSigning = body['challenge-mode'] === 'signature';
  if (isSigning && signatureData === undefined)
    rejectFieldErrors([fieldErrorAt(['signature-data'], 'required')]);
  if (!isSigning && signatureData !== undefined)
    rejectFieldErrors([fieldErrorAt(['signature-data'], 'combination-not-allowed')]);
  return { userName: body['user-id'], signatureData };
}

export function toChallengeResponse({
  challengeCode,
  challengeId,
}: OcraChallenge): ResponseOf<typeof generateOcraChallenge> {
  return { status: 200, body: { 'challenge-id': challengeId, 'challenge-code': challengeCode } };
}

export function toVerifyResponse({ body }: RequestOf<typeof verifyOcraResponse>): VerifyOcraResponse {
  return { challengeId: body['challenge-id'], responseCode: body['response-code'] };
}
