import Type from 'typebox';
import { flag, option, withheldOption } from './option.ts';

/** How third parties prove who they are. */
export const certificateOptions = {
  tppSignatureRequired: option(flag, false, 'Every request needs a Digest and a Signature over a seal.'),
  // No rule is built for this one: every value but the default is refused.
  jwsSignatureSupported: option(Type.Literal(false), false, 'Signatures by x-jws-signature: not offered.'),
  checkTppRolesFromCertificateSupported: withheldOption(
    flag,
    true,
    'false only behind a gateway that checks the roles itself.',
  ),
  clientAuthEku: option(
    Type.Enum(['require', 'warn']),
    'require',
    'What happens to a certificate without the extended key usage clientAuth.',
  ),
  revocationUnknown: option(
    Type.Enum(['refuse', 'admit']),
    'refuse',
    'What happens to a certificate whose revocation status cannot be learned in time.',
  ),
};
