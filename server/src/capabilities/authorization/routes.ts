import { endpoint } from '#platform/http/endpoint.ts';
import * as ocra from './contract/ocra.ts';
import * as otp from './contract/otp.ts';
import * as signing from './contract/signing.ts';
import { sendOtp } from './operations/codes/send-otp.ts';
import { verifyOtp } from './operations/codes/verify-otp.ts';
import { evaluateSignatures } from './operations/signatures/evaluate-signatures.ts';
import { evaluateUser } from './operations/signatures/evaluate-user.ts';
import { getAuthorizationLevels } from './operations/signatures/get-authorization-levels.ts';
import { generateOcraChallenge } from './operations/tokens/generate-ocra-challenge.ts';
import { verifyOathOtp } from './operations/tokens/verify-oath-otp.ts';
import { verifyOcraResponse } from './operations/tokens/verify-ocra-response.ts';
import { toChallengeResponse, toGenerateChallenge, toVerifyResponse } from './wire/ocra.ts';
import {
  toRightResponse,
  toSendEmail,
  toSendSms,
  toSentResponse,
  toVerify,
  toVerifyOath,
} from './wire/otp.ts';
import {
  toEvaluate,
  toLevelsQuery,
  toLevelsResponse,
  toSignaturesResponse,
  toUserResponse,
} from './wire/signing.ts';

/** Routes in the order of the specification. */
export const authorizationRoutes = [
  endpoint(otp.sendSmsOtp, { toCommand: toSendSms, operation: sendOtp, toResponse: toSentResponse }),
  endpoint(otp.verifySmsOtp, {
    toCommand: toVerify('sms'),
    operation: verifyOtp,
    toResponse: toRightResponse,
  }),
  endpoint(otp.sendEmailOtp, { toCommand: toSendEmail, operation: sendOtp, toResponse: toSentResponse }),
  endpoint(otp.verifyEmailOtp, {
    toCommand: toVerify('email'),
    operation: verifyOtp,
    toResponse: toRightResponse,
  }),
  endpoint(otp.verifyOathOtp, {
    toCommand: toVerifyOath,
    operation: verifyOathOtp,
    toResponse: toRightResponse,
  }),
  endpoint(ocra.generateOcraChallenge, {
    toCommand: toGenerateChallenge,
    operation: generateOcraChallenge,
    toResponse: toChallengeResponse,
  }),
  endpoint(ocra.verifyOcraResponse, {
    toCommand: toVerifyResponse,
    operation: verifyOcraResponse,
    toResponse: toRightResponse,
  }),
  endpoint(signing.evaluateSignatures, {
    toCommand: toEvaluate,
    operation: evaluateSignatures,
    toResponse: toSignaturesResponse,
  }),
  endpoint(signing.evaluateUser, {
    toCommand: toEvaluate,
    operation: evaluateUser,
    toResponse: toUserResponse,
  }),
  endpoint(signing.getAuthorizationLevels, {
    toCommand: toLevelsQuery,
    operation: getAuthorizationLevels,
    toResponse: toLevelsResponse,
  }),
];
