export { enrolToken, readerAnswer } from '#capabilities/authorization/testing/enrolled-token.suite.ts';
