/** The figures of RFC 6030 with keys: its values, in our own layout. */

const hotp = 'Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp"';
const declarations = [
  'xmlns="urn:ietf:params:xml:ns:keyprov:pskc"',
  'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
  'xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"',
  'xmlns:xenc11="http://www.w3.org/2009/xmlenc11#"',
  'xmlns:pkcs5="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#"',
].join(' ');

/** A container with this content. The first line is the declaration, the second the container's start tag. */
export const containerOf = (...content: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<KeyContainer Version="1.0" ${declarations}>\n${content.join('\n')}\n</KeyContainer>\n`;

/** An element encrypted by AES-128 in CBC mode. */
export const encryptedAs = (name: string, value: string, id = ''): string =>
  `<${name}${id}><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><xenc:CipherData><xenc:CipherValue>\n   ${value}\n </xenc:CipherValue></xenc:CipherData></${name}>`;

export const macMethodOf = (algorithm: string, macKey: string): string =>
  `<MACMethod Algorithm="${algorithm}">${encryptedAs('MACKey', macKey)}</MACMethod>`;

export const preSharedKeyName = '<EncryptionKey><ds:KeyName>Pre-shared-key</ds:KeyName></EncryptionKey>';

const hmacSha1 = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
const eightDigits =
  '<AlgorithmParameters><ResponseFormat Length="8" Encoding="DECIMAL"/></AlgorithmParameters>';
const standardSecret = '<Secret><PlainValue>MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=\n</PlainValue></Secret>';
const counterZero = '<Counter><PlainValue>0</PlainValue></Counter>';
const deviceOf = (manufacturer: string, serial: string): string =>
  `<DeviceInfo><Manufacturer>${manufacturer}</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo>`;
const cryptoModule = '<CryptoModuleInfo><Id>CM_ID_001</Id></CryptoModuleInfo>';

export const figure2 = containerOf(
  `<KeyPackage><Key Id="12345678" ${hotp}><Issuer>Issuer-A</Issuer>
   <Data><Secret><PlainValue>MTIzNA==
   </PlainValue></Secret></Data></Key></KeyPackage>`,
);

export const figure3 = containerOf(
  `<KeyPackage><DeviceInfo><Manufacturer>Manufacturer</Manufacturer><SerialNo>987654321</SerialNo>
   <UserId>DC=example-bank,DC=net</UserId></DeviceInfo>${cryptoModule}
   <Key Id="12345678" ${hotp}><Issuer>Issuer</Issuer>${eightDigits}
   <Data>${standardSecret}${counterZero}</Data><UserId>UID=jsmith,DC=example-bank,DC=net</UserId></Key></KeyPackage>`,
);

/** A key that is derived from another one has no own secret. */
export const figure4 = containerOf(
  `<KeyPackage>${deviceOf('Manufacturer', '987654321')}${cryptoModule}
   <Key Id="12345678" ${hotp}><Issuer>Issuer</Issuer>${eightDigits}
   <KeyProfileId>keyProfile1</KeyProfileId><KeyReference>MasterKeyLabel</KeyReference>
   <Data>${counterZero}</Data><Policy><KeyUsage>OTP</KeyUsage></Policy></Key></KeyPackage>`,
);

export const figure5 = containerOf(
  `<KeyPackage>${deviceOf('Manufacturer', '987654321')}${cryptoModule}
   <Key Id="12345678" ${hotp}><Issuer>Issuer</Issuer>${eightDigits}<Data>${standardSecret}${counterZero}</Data>
   <Policy><PINPolicy MinLength="4" MaxLength="4" PINKeyId="123456781" PINEncoding="DECIMAL" PINUsageMode="Local"/>
   <KeyUsage>OTP</KeyUsage></Policy></Key></KeyPackage>`,
  `<KeyPackage>${deviceOf('Manufacturer', '987654321')}${cryptoModule}
   <Key Id="123456781" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:pin"><Issuer>Issuer</Issuer>
   <AlgorithmParameters><ResponseFormat Length="4" Encoding="DECIMAL"/></AlgorithmParameters>
   <Data><Secret><PlainValue>MTIzNA==</PlainValue></Secret></Data></Key></KeyPackage>`,
);

/** Encrypted with the key 12345678901234567890123456789012, in hexadecimal digits. */
export const figure6 = containerOf(
  preSharedKeyName,
  macMethodOf(hmacSha1, 'ESIzRFVmd4iZABEiM0RVZgKn6WjLaTC1sbeBMSvIhRejN9vJa2BOlSaMrR7I5wSX'),
  `<KeyPackage>${deviceOf('Manufacturer', '987654321')}${cryptoModule}
   <Key Id="12345678" ${hotp}><Issuer>Issuer</Issuer>${eightDigits}<Data><Secret>
   ${encryptedAs('EncryptedValue', 'AAECAwQFBgcICQoLDA0OD+cIHItlB3Wra1DUpxVvOx2lef1VmNPCMl8jwZqIUqGv')}
   <ValueMAC>Su+NvtQfmvfJzF6bmQiJqoLRExc=
   </ValueMAC></Secret>${counterZero}</Data></Key></KeyPackage>`,
);

/** Encrypted with a key derived from the passphrase `qwerty`. */
export const figure7 = containerOf(
  `<EncryptionKey><xenc11:DerivedKey>
   <xenc11:KeyDerivationMethod Algorithm="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2">
   <pkcs5:PBKDF2-params><Salt xmlns=""><Specified>Ej7/PEpyEpw=</Specified></Salt>
   <IterationCount xmlns="">1000</IterationCount><KeyLength xmlns="">16</KeyLength><PRF xmlns=""/>
   </pkcs5:PBKDF2-params></xenc11:KeyDerivationMethod>
   <xenc:ReferenceList><xenc:DataReference URI="#ED"/></xenc:ReferenceList>
   <xenc11:MasterKeyName>My Password 1</xenc11:MasterKeyName></xenc11:DerivedKey></EncryptionKey>`,
  macMethodOf(hmacSha1, '2GTTnLwM3I4e5IO5FkufoOEiOhNj91fhKRQBtBJYluUDsPOLTfUvoU2dStyOwYZx'),
  `<KeyPackage>${deviceOf('TokenVendorAcme', '987654321')}${cryptoModule}
   <Key Id="123456" ${hotp}><Issuer>Example-Issuer</Issuer>${eightDigits}<Data><Secret>
   ${encryptedAs('EncryptedValue', 'oTvo+S22nsmS2Z/RtcoF8Hfh+jzMe0RkiafpoDpnoZTjPYZu6V+A4aEn032yCr4f', ' Id="ED"')}
   <ValueMAC>LP6xMvjtypbfT9PdkJhBZ+D6O4w=
   </ValueMAC></Secret></Data></Key></KeyPackage>`,
);

const bulkKeys = [
  ['654321', '2006-05-01', '2006-05-31'],
  ['123456', '2006-05-01', '2006-05-31'],
  ['9999999', '2006-03-01', '2006-03-31'],
  ['9999999', '2006-04-01', '2006-04-30'],
] as const;

/** Many keys at once; two of them belong to one device, one after the other. */
export const figure10 = containerOf(
  ...bulkKeys.map(
    ([serial, start, expiry], index) => `<KeyPackage>${deviceOf('TokenVendorAcme', serial)}
   <Key Id="${index + 1}" ${hotp}><Issuer>Issuer</Issuer>${eightDigits}<Data>${standardSecret}${counterZero}</Data>
   <Policy><StartDate>${start}T00:00:00Z</StartDate><ExpiryDate>${expiry}T00:00:00Z</ExpiryDate></Policy></Key></KeyPackage>`,
  ),
);
