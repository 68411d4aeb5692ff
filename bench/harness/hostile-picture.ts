import { jpegFrame, jpegSegment, jpegTables } from '../../server/src/adapters/pictures/samples.suite.ts';

/**
 * Returns a progressive JPEG of 4096 by 2928 pixels with empty scans. A decoder visits all blocks of the picture for
 * each scan, so a file of 2 MB takes minutes.
 */
export function pictureOfEmptyScans(scans: number): Buffer {
  // One component, one coefficient per scan; the data is one run over all blocks.
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), Buffer.from([0x00])]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegTables,
    jpegFrame(0xc2, [4096, 2928]),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.from([0x00]),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from('ffd9', 'hex'),
  ]);
}
