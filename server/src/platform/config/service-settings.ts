import Type from 'typebox';
import { isNetwork, isWebUrl } from './address-settings.ts';

/** Name of a file whose content is read when the setting is used. */
export const fileReference = Type.String({ pattern: '^file:.', maxLength: 500 });

/** Private networks in which a service may be reached. */
const serviceNetworks = Type.Immutable(Type.Array(Type.Refine(Type.String(), isNetwork), { maxItems: 16 }));

/** Where a service is reached over HTTP. */
export const serviceMembers = {
  url: Type.Refine(Type.String({ maxLength: 500 }), isWebUrl),
  /** Authority that signed the certificate of the service; absent: one that the system trusts. */
  ca: Type.Optional(fileReference),
  networks: Type.Optional(serviceNetworks),
} as const;

/** The same for a service that identifies this installation by a client certificate. */
export const mutualTlsServiceMembers = {
  ...serviceMembers,
  certificate: fileReference,
  key: fileReference,
} as const;
