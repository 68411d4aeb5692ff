export { enrolToken } from '#capabilities/authorization/testing/enrolled-token.suite.ts';
