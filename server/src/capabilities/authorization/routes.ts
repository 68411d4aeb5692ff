import { endpoint } from '#platform/http/endpoint.ts';
import * as ocra from './contract/ocra.ts';
import * as otp from './contract/otp.ts';
import * as signing from './contract/signing.ts';
import { evaluateSignatures } from './operations/evaluate-signatures.ts';
import { evaluateUser } from './operations/evaluate-user.ts';
import { generateOcraChallenge } from './operations/generate-ocra-challenge.ts';
import { getAuthorizationLevels } from './operations/get-authorization-levels.ts';
import { sendOtp } from './operations/send-otp.ts';
import { verifyOathOtp } from './operations/verify-oath-otp.ts';
import { verifyOcraResponse } from './operations/verify-ocra-response.ts';
import { verifyOtp } from './operations/verify-otp.ts';
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

/** In the order of the specification's table. */
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
