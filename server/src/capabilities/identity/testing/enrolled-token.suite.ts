export {
  enrolToken,
  readerAnswer,
  totpAnswer,
} from '#capabilities/authorization/testing/enrolled-token.suite.ts';
