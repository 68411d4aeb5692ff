import { endpoint } from '#platform/http/endpoint.ts';
import * as me from './contract/me.ts';
import * as recovery from './contract/recovery.ts';
import * as users from './contract/users.ts';
import { changeContact } from './operations/change-contact.ts';
import { changePassword } from './operations/change-password.ts';
import { changeUsername } from './operations/change-username.ts';
import { confirmContact } from './operations/confirm-contact.ts';
import { findUser } from './operations/find-user.ts';
import { getMe } from './operations/get-me.ts';
import { getPasswordRequirements } from './operations/get-password-requirements.ts';
import { getPicture } from './operations/get-picture.ts';
import { getUser } from './operations/get-user.ts';
import { isUsernameAvailable } from './operations/is-username-available.ts';
import { linkLogin } from './operations/link-login.ts';
import { listQuestions } from './operations/list-questions.ts';
import { recoverUsername } from './operations/recover-username.ts';
import { registerUser } from './operations/register-user.ts';
import { resetPassword } from './operations/reset-password.ts';
import { setAnswers } from './operations/set-answers.ts';
import { setPicture } from './operations/set-picture.ts';
import { unlinkLogin } from './operations/unlink-login.ts';
import { validateAnswers } from './operations/validate-answers.ts';
import {
  toConfirmEmail,
  toConfirmPhone,
  toDoneResponse,
  toNewEmail,
  toNewPassword,
  toNewPhone,
  toNewUsername,
  toStartedResponse,
} from './wire/me.ts';
import {
  toLinkLogin,
  toPictureName,
  toPictureResponse,
  toSetPicture,
  toUnlinkLogin,
} from './wire/own-things.ts';
import {
  toAcceptedResponse,
  toGivenAnswers,
  toNewAnswers,
  toQuestionsResponse,
  toRecoverUsername,
  toResetPassword,
  toRightResponse,
  toWhoseQuestions,
} from './wire/recovery.ts';
import {
  toAvailability,
  toAvailableResponse,
  toNewUser,
  toProfileResponse,
  toRegisteredResponse,
  toRequirementsResponse,
  toSoughtUser,
  toUsername,
} from './wire/users.ts';

/** In the order of the specification's table; pictures after it. */
export const identityRoutes = [
  endpoint(recovery.listQuestions, {
    toCommand: toWhoseQuestions,
    operation: listQuestions,
    toResponse: toQuestionsResponse,
  }),
  endpoint(recovery.validateAnswers, {
    toCommand: toGivenAnswers,
    operation: validateAnswers,
    toResponse: toRightResponse,
  }),
  endpoint(users.setProfilePicture, {
    toCommand: toSetPicture('profile'),
    operation: setPicture,
    toResponse: toDoneResponse,
  }),
  endpoint(users.setHintPicture, {
    toCommand: toSetPicture('hint'),
    operation: setPicture,
    toResponse: toDoneResponse,
  }),
  endpoint(me.linkLogin, { toCommand: toLinkLogin, operation: linkLogin, toResponse: toDoneResponse }),
  endpoint(me.unlinkLogin, { toCommand: toUnlinkLogin, operation: unlinkLogin, toResponse: toDoneResponse }),
  endpoint(me.changePassword, {
    toCommand: toNewPassword,
    operation: changePassword,
    toResponse: toDoneResponse,
  }),
  endpoint(me.changeUsername, {
    toCommand: toNewUsername,
    operation: changeUsername,
    toResponse: toDoneResponse,
  }),
  endpoint(recovery.setAnswers, {
    toCommand: toNewAnswers,
    operation: setAnswers,
    toResponse: toQuestionsResponse,
  }),
  endpoint(recovery.resetPassword, {
    toCommand: toResetPassword,
    operation: resetPassword,
    toResponse: toDoneResponse,
  }),
  endpoint(recovery.recoverUsername, {
    toCommand: toRecoverUsername,
    operation: recoverUsername,
    toResponse: toAcceptedResponse,
  }),
  endpoint(users.isUsernameAvailable, {
    toCommand: toAvailability,
    operation: isUsernameAvailable,
    toResponse: toAvailableResponse,
  }),
  endpoint(me.getMe, { toCommand: () => ({}), operation: getMe, toResponse: toProfileResponse }),
  endpoint(me.changeEmail, {
    toCommand: toNewEmail,
    operation: changeContact,
    toResponse: toStartedResponse,
  }),
  endpoint(me.confirmEmail, {
    toCommand: toConfirmEmail,
    operation: confirmContact,
    toResponse: toDoneResponse,
  }),
  endpoint(me.changePhoneNumber, {
    toCommand: toNewPhone,
    operation: changeContact,
    toResponse: toStartedResponse,
  }),
  endpoint(me.confirmPhoneNumber, {
    toCommand: toConfirmPhone,
    operation: confirmContact,
    toResponse: toDoneResponse,
  }),
  endpoint(users.findUser, { toCommand: toSoughtUser, operation: findUser, toResponse: toProfileResponse }),
  endpoint(users.registerUser, {
    toCommand: toNewUser,
    operation: registerUser,
    toResponse: toRegisteredResponse,
  }),
  endpoint(users.getUser, { toCommand: toUsername, operation: getUser, toResponse: toProfileResponse }),
  endpoint(users.getPasswordRequirements, {
    toCommand: () => ({}),
    operation: getPasswordRequirements,
    toResponse: toRequirementsResponse,
  }),
  endpoint(users.getPicture, {
    toCommand: toPictureName,
    operation: getPicture,
    toResponse: toPictureResponse,
  }),
];
