import PostalMime from 'postal-mime';

/** A mail server's report about a message it had accepted. */
export interface DeliveryReport {
  readonly outcome: 'failed-hard' | 'failed-soft' | 'delivered' | 'delayed';
  /** RFC 3463, such as `5.1.1`. */
  readonly code: string;
}

const nestingMax = 16;
const headersMaxBytes = 65_536;

/** Finds the report (RFC 3464) in a message; undefined for anything else, such as an out-of-office reply. */
export async function readDeliveryReport(message: Uint8Array): Promise<DeliveryReport | undefined> {
  const limits = { maxNestingDepth: nestingMax, maxHeadersSize: headersMaxBytes };
  // The report includes the original message; a report in there is not one of this server.
  const reading = { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  // An unreadable message is not a report, and a retry would not help.
  const email = await PostalMime.parse(message, reading).catch(() => undefined);
  const part = email?.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return typeof part?.content === 'string' ? reportIn(part.content) : undefined;
}

/** Fields of the message come first, then those of each recipient, separated by empty lines. There is one recipient. */
function reportIn(text: string): DeliveryReport | undefined {
  for (const block of text.split(/\r?\n[ \t]*\r?\n/)) {
    const report = outcomeOf(fieldIn(block, 'Action').toLowerCase(), statusIn(block));
    if (report !== undefined) return report;
  }
  return undefined;
}

function fieldIn(block: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*([^\\s(;]+)`, 'im').exec(block)?.[1] ?? '';
}

function statusIn(block: string): string | undefined {
  return /^[245]\.\d{1,3}\.\d{1,3}$/.exec(fieldIn(block, 'Status'))?.[0];
}

function outcomeOf(action: string, status: string | undefined): DeliveryReport | undefined {
  switch (action) {
    case 'failed':
      // A server that gave up after days reports the code of the last attempt.
      return status?.startsWith('4') === true
        ? { outcome: 'failed-soft', code: status }
        : { outcome: 'failed-hard', code: status ?? '5.0.0' };
    case 'delayed':
      return { outcome: 'delayed', code: status ?? '4.0.0' };
    case 'delivered':
      return { outcome: 'delivered', code: status ?? '2.0.0' };
    // `relayed` and `expanded` mean that no further report will come, which changes nothing.
    default:
      return undefined;
  }
}
