import { pageTextsSuite } from '../customer/page-texts.suite.ts';
import { mailboxTexts } from './mailbox-texts.ts';
import { english } from './texts/english.ts';

pageTextsSuite({
  title: 'the texts of messages',
  textsOf: mailboxTexts,
  english,
  jargon: /\b(?:SCA|OTP|PSU|TPP|AISP|IBAN|push)\b/i,
});
