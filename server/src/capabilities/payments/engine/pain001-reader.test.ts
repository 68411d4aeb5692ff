import { describe, expect, it } from 'vitest';
import { faultyContent } from '../testing/faulty-content.suite.ts';
import { faultyStructure } from '../testing/faulty-structure.suite.ts';
import {
  changed,
  changed09,
  document03,
  document09,
  orderedPayment,
  withTransfers,
} from '../testing/pain001-documents.suite.ts';
import { readableContent } from '../testing/readable-content.suite.ts';
import { readableForms } from '../testing/readable-forms.suite.ts';
import { faultsMax } from './pain001/fault-list.ts';
import type { Pain001Options, Pain001Result } from './pain001/pain001-message.ts';
import { read } from './pain001-reader.ts';

function resultOf(document: string | Uint8Array, options: Partial<Pain001Options> = {}): Pain001Result {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  return read(bytes, { maxTransfers: 100, acceptedVersions: ['03', '09'], ...options });
}

const readable = [...readableForms, ...readableContent];
const faulty = [...faultyStructure, ...faultyContent];

describe('a pain.001 document', () => {
  it('comes from a table of more than 250, each with a name of its own', () => {
    const corpus = [...readable, ...faulty];
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
    expect(corpus.length).toBeGreaterThan(250);
  });

  it.each(readable)('with $name is read', ({ document, members, options }) => {
    const { faults, message } = resultOf(document, options);
    expect(faults).toEqual([]);
    // `toEqual` takes an undefined member as an absent one.
    const payment = message?.blocks[0]?.transfers[0];
    expect({ ...payment, ...members }).toEqual(payment);
  });

  it.each(faulty)('with $name is refused', ({ document, faults: expected, options, text = '' }) => {
    const { faults } = resultOf(document, options);
    const found = faults.map(({ at, code }) => `${at.join('/')} ${code}`);
    expect(new Set(found)).toEqual(new Set(expected.map((fault) => fault.join(' '))));
    expect(found).toHaveLength(expected.length);
    expect(faults[0]?.message).toContain(text);
  });

  it.each([
    ['03', document03],
    ['09', document09],
  ])('of version %s has exactly these members', (version, document) => {
    expect(resultOf(document)).toEqual({
      faults: [],
      message: {
        version,
        messageId: 'M-1',
        createdAt: '2026-11-15T10:00:00',
        numberOfTransactions: '1',
        controlSum: '100.1',
        blocks: [{ paymentInformationId: 'P-1', transfers: [orderedPayment], blockMembers: [] }],
      },
    });
  });

  it('has blocks with totals and members of their own', () => {
    const first = '<BtchBookg>1</BtchBookg><NbOfTxs>1</NbOfTxs><CtrlSum>100.10</CtrlSum><ReqdExctnDt>';
    const document = changed(
      document09,
      ['<ReqdExctnDt>', first],
      ['</DbtrAgt>', '</DbtrAgt><ChrgBr>SLEV</ChrgBr>'],
    );
    const [, block = ''] = /(<PmtInf>[^]*<\/PmtInf>)/.exec(document09) ?? [];
    const second = block.replace('P-1', 'P-2').replace('Acme', 'Other');
    const both = changed(
      document,
      ['</PmtInf>', `</PmtInf>${second}`],
      ['<NbOfTxs>1</NbOfTxs><CtrlSum>100.1</CtrlSum>', '<NbOfTxs>2</NbOfTxs><CtrlSum>200.2</CtrlSum>'],
    );
    const { faults, message } = resultOf(both);
    expect(faults).toEqual([]);
    expect(message?.blocks).toEqual([
      {
        paymentInformationId: 'P-1',
        batchBooking: true,
        numberOfTransactions: '1',
        controlSum: '100.10',
        transfers: [{ ...orderedPayment, chargeBearer: 'SLEV' }],
        blockMembers: ['chargeBearer'],
      },
      {
        paymentInformationId: 'P-2',
        transfers: [{ ...orderedPayment, debtorName: 'Other' }],
        blockMembers: [],
      },
    ]);
  });

  it('with faults has a message for the rules of a product', () => {
    const { faults, message } = resultOf(changed09(['<MsgId>M-1</MsgId>', ''], ['100.10', '1,5']));
    expect(faults).toHaveLength(2);
    expect(message).toMatchObject({
      messageId: '',
      blocks: [{ transfers: [{ instructedAmount: { currency: 'EUR', amount: '1,5' } }] }],
    });
  });

  it('with too many faults has the first of them and no message', () => {
    const { faults, message } = resultOf(withTransfers(50).replaceAll('100.10', '-1'));
    expect(faults).toHaveLength(faultsMax);
    expect(message).toBeUndefined();
  });

  it('that is faulty is never quoted in a message', () => {
    const canary = 'secret-canary';
    const document = changed09(['M-1', `/${canary}`], ['>100.10<', `>${canary}<`], ['2026-11-16', canary]);
    const messages = resultOf(document).faults.map(({ message }) => message);
    expect(messages).toHaveLength(3);
    expect(messages.join()).not.toContain(canary);
  });
});
