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
  toDoneAnswer,
  toNewEmail,
  toNewPassword,
  toNewPhone,
  toNewUsername,
  toStartedAnswer,
} from './wire/me.ts';
import {
  toLinkLogin,
  toPictureAnswer,
  toPictureName,
  toSetPicture,
  toUnlinkLogin,
} from './wire/own-things.ts';
import {
  toAcceptedAnswer,
  toGivenAnswers,
  toNewAnswers,
  toQuestionsAnswer,
  toRecoverUsername,
  toResetPassword,
  toRightAnswer,
  toWhoseQuestions,
} from './wire/recovery.ts';
import {
  toAvailability,
  toAvailableAnswer,
  toNewUser,
  toProfileAnswer,
  toRegisteredAnswer,
  toRequirementsAnswer,
  toSoughtUser,
  toUsername,
} from './wire/users.ts';

/** In the order of the specification's table; pictures after it. */
export const identityRoutes = [
  endpoint(recovery.listQuestions, {
    toCommand: toWhoseQuestions,
    operation: listQuestions,
    toAnswer: toQuestionsAnswer,
  }),
  endpoint(recovery.validateAnswers, {
    toCommand: toGivenAnswers,
    operation: validateAnswers,
    toAnswer: toRightAnswer,
  }),
  endpoint(users.setProfilePicture, {
    toCommand: toSetPicture('profile'),
    operation: setPicture,
    toAnswer: toDoneAnswer,
  }),
  endpoint(users.setHintPicture, {
    toCommand: toSetPicture('hint'),
    operation: setPicture,
    toAnswer: toDoneAnswer,
  }),
  endpoint(me.linkLogin, { toCommand: toLinkLogin, operation: linkLogin, toAnswer: toDoneAnswer }),
  endpoint(me.unlinkLogin, { toCommand: toUnlinkLogin, operation: unlinkLogin, toAnswer: toDoneAnswer }),
  endpoint(me.changePassword, {
    toCommand: toNewPassword,
    operation: changePassword,
    toAnswer: toDoneAnswer,
  }),
  endpoint(me.changeUsername, {
    toCommand: toNewUsername,
    operation: changeUsername,
    toAnswer: toDoneAnswer,
  }),
  endpoint(recovery.setAnswers, {
    toCommand: toNewAnswers,
    operation: setAnswers,
    toAnswer: toQuestionsAnswer,
  }),
  endpoint(recovery.resetPassword, {
    toCommand: toResetPassword,
    operation: resetPassword,
    toAnswer: toDoneAnswer,
  }),
  endpoint(recovery.recoverUsername, {
    toCommand: toRecoverUsername,
    operation: recoverUsername,
    toAnswer: toAcceptedAnswer,
  }),
  endpoint(users.isUsernameAvailable, {
    toCommand: toAvailability,
    operation: isUsernameAvailable,
    toAnswer: toAvailableAnswer,
  }),
  endpoint(me.getMe, { toCommand: () => ({}), operation: getMe, toAnswer: toProfileAnswer }),
  endpoint(me.changeEmail, { toCommand: toNewEmail, operation: changeContact, toAnswer: toStartedAnswer }),
  endpoint(me.confirmEmail, { toCommand: toConfirmEmail, operation: confirmContact, toAnswer: toDoneAnswer }),
  endpoint(me.changePhoneNumber, {
    toCommand: toNewPhone,
    operation: changeContact,
    toAnswer: toStartedAnswer,
  }),
  endpoint(me.confirmPhoneNumber, {
    toCommand: toConfirmPhone,
    operation: confirmContact,
    toAnswer: toDoneAnswer,
  }),
  endpoint(users.findUser, { toCommand: toSoughtUser, operation: findUser, toAnswer: toProfileAnswer }),
  endpoint(users.registerUser, {
    toCommand: toNewUser,
    operation: registerUser,
    toAnswer: toRegisteredAnswer,
  }),
  endpoint(users.getUser, { toCommand: toUsername, operation: getUser, toAnswer: toProfileAnswer }),
  endpoint(users.getPasswordRequirements, {
    toCommand: () => ({}),
    operation: getPasswordRequirements,
    toAnswer: toRequirementsAnswer,
  }),
  endpoint(users.getPicture, { toCommand: toPictureName, operation: getPicture, toAnswer: toPictureAnswer }),
];
