export {
  changeSigning,
  saveSigningGroup,
} from '#capabilities/authorization/testing/signing-changes.suite.ts';
