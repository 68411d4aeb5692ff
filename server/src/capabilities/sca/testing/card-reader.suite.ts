export { enrolToken, readerAnswer } from '#capabilities/identity/testing/enrolled-token.suite.ts';
