import { endpoint } from '#platform/http/endpoint.ts';
import * as me from './contract/me.ts';
import * as recovery from './contract/recovery.ts';
import * as userStates from './contract/user-states.ts';
import * as users from './contract/users.ts';
import { changeContact } from './operations/profile/change-contact.ts';
import { changePassword } from './operations/profile/change-password.ts';
import { changeUsername } from './operations/profile/change-username.ts';
import { confirmContact } from './operations/profile/confirm-contact.ts';
import { getMe } from './operations/profile/get-me.ts';
import { getPicture } from './operations/profile/get-picture.ts';
import { linkLogin } from './operations/profile/link-login.ts';
import { setPicture } from './operations/profile/set-picture.ts';
import { unlinkLogin } from './operations/profile/unlink-login.ts';
import { listQuestions } from './operations/recovery/list-questions.ts';
import { recoverUsername } from './operations/recovery/recover-username.ts';
import { resetPassword } from './operations/recovery/reset-password.ts';
import { setAnswers } from './operations/recovery/set-answers.ts';
import { validateAnswers } from './operations/recovery/validate-answers.ts';
import { getPasswordRequirements } from './operations/registration/get-password-requirements.ts';
import { isUsernameAvailable } from './operations/registration/is-username-available.ts';
import { registerUser } from './operations/registration/register-user.ts';
import { findUser } from './operations/users/find-user.ts';
import { getUser } from './operations/users/get-user.ts';
import { reinstateUser } from './operations/users/reinstate-user.ts';
import { suspendUser } from './operations/users/suspend-user.ts';
import { unlockNamedUser } from './operations/users/unlock-named-user.ts';
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
  toListQuestions,
  toQuestionsResponse,
  toRecoverUsername,
  toResetPassword,
  toSetAnswers,
  toValidateAnswers,
  toValidatedResponse,
} from './wire/recovery.ts';
import { toStateChange } from './wire/user-states.ts';
import {
  toAvailability,
  toAvailableResponse,
  toFindUser,
  toNewUser,
  toProfileResponse,
  toRegisteredResponse,
  toRequirementsResponse,
  toUsername,
} from './wire/users.ts';

/** In the order of the specification's table; states of users and pictures follow it. */
export const identityRoutes = [
  endpoint(recovery.listQuestions, {
    toCommand: toListQuestions,
    operation: listQuestions,
    toResponse: toQuestionsResponse,
  }),
  endpoint(recovery.validateAnswers, {
    toCommand: toValidateAnswers,
    operation: validateAnswers,
    toResponse: toValidatedResponse,
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
    toCommand: toSetAnswers,
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
  endpoint(users.findUser, { toCommand: toFindUser, operation: findUser, toResponse: toProfileResponse }),
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
  endpoint(userStates.suspendUser, {
    toCommand: toStateChange,
    operation: suspendUser,
    toResponse: toDoneResponse,
  }),
  endpoint(userStates.reinstateUser, {
    toCommand: toStateChange,
    operation: reinstateUser,
    toResponse: toDoneResponse,
  }),
  endpoint(userStates.unlockUser, {
    toCommand: toStateChange,
    operation: unlockNamedUser,
    toResponse: toDoneResponse,
  }),
  endpoint(users.getPicture, {
    toCommand: toPictureName,
    operation: getPicture,
    toResponse: toPictureResponse,
  }),
];
