import Type from 'typebox';
import { decodeListener, listenerSchema, printAddress } from './address-settings.ts';
import type { SettingType } from './setting-types.ts';

const scannerSchema = Type.Union([listenerSchema, Type.Literal('off')]);

function scannerAddress(): SettingType<typeof scannerSchema> {
  return {
    schema: scannerSchema,
    expected: 'host:port such as 127.0.0.1:3310, unix:/path of a socket, or off',
    lengthMax: 4_096,
    file: 'refused',
    quoting: 'quoted',
    decode: (text) => (text === 'off' ? text : decodeListener(text)),
    print: (value) => (value === 'off' ? value : printAddress(value)),
  };
}

/** The daemon that scans files for malware. */
export const scannerSettings = {
  malwareScanner: {
    name: 'PORTICO_MALWARE_SCANNER',
    kind: scannerAddress(),
    presence: 'optional',
    description:
      'Daemon that scans attachments of messages by the protocol of clamd. While it does not answer, a message with an attachment is refused with 503; without the setting every attachment of a sender is refused. `off` accepts attachments without a scan.',
  },
} as const;
