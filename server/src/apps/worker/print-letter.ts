import type { CorrespondencePorts, OutboundMessage } from '#capabilities/correspondence/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';

/** Template of a plain letter: address in the envelope window, date, title, text. */
const source = `#import "/portico.typ": data, house, day, natural
#show: house.with(title: data.title, date: data.written)
#set page(paper: "a4", margin: (left: 25mm, right: 20mm, top: 45mm, bottom: 25mm))
#set text(size: 10.5pt)
#set par(leading: 0.65em, spacing: 1em)
#show title: set text(size: 13pt, weight: "bold")
#block(height: 45mm, data.address.map(natural).join(linebreak()))
#align(end, day(data.written))
#v(6mm)
#title()
#v(2mm)
#for words in data.paragraphs { par(natural(words)) }
`;

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const schema = {
  type: 'object',
  properties: { address: texts, title: text, written: { type: 'string', format: 'date' }, paragraphs: texts },
  required: ['address', 'title', 'written', 'paragraphs'],
  additionalProperties: false,
} as const;

const dayLength = 10;

/** Renders a letter for a message without a document. */
export function createLetterPrint({
  documentRenderer: renderer,
}: Pick<CorrespondencePorts, 'documentRenderer'>): (outbound: OutboundMessage) => Promise<Uint8Array> {
  return async ({ created, language, text: words, title, to }) => {
    const rendered = await renderer.pdf({
      key: 'letter',
      schema,
      source,
      locale: language,
      data: {
        address: to.split('\n'),
        title,
        written: toWireTimestamp(created).slice(0, dayLength),
        paragraphs: words.split(/\n{2,}/),
      },
    });
    if (rendered.kind !== 'done') throw new Error(`failed to render a letter: ${rendered.kind}`);
    return rendered.product;
  };
}
