import fc from 'fast-check';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { processorCost } from '#platform/testing/processor-time.ts';
import { createFailure } from './failure.suite.ts';
import { type LogFields, logFields } from './log-fields.ts';
import { createLogger, type Log, type LogLevel } from './logger.ts';

type Line = Readonly<Record<string, unknown>>;

interface CapturedLog {
  readonly log: Log;
  readonly lines: string[];
  readonly parsed: () => Line[];
  readonly droppedFields: () => number;
}

function captureLog(level: LogLevel = 'debug', base?: LogFields): CapturedLog {
  const lines: string[] = [];
  let dropped = 0;
  const log = createLogger({
    level,
    destination: { write: (line) => lines.push(line) },
    ...(base === undefined ? {} : { base }),
    onDroppedField: () => {
      dropped += 1;
    },
  });
  return { log, lines, parsed: () => lines.map(parse), droppedFields: () => dropped };
}

function parse(line: string): Line {
  return Parse(Type.Record(Type.String(), Type.Unknown()), JSON.parse(line));
}

const requestLine = {
  requestId: '0192f0c1-2a53-7b1e-9b5e-0f4d8a7c6b21',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  operationId: 'initiatePayment',
  method: 'POST',
  status: 201,
  outcome: 'answered',
  callerKind: 'tpp',
  callerId: 'PSDNL-DNB-B0001',
  bankId: '01',
  durationMs: 12.4,
  dbMs: 8.1,
  poolWaitMs: 0.2,
  bytesOut: 812,
} as const satisfies LogFields;

/** Any value, as a caller without types could pass it. */
function hostile(fields: unknown): LogFields {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- tests the behaviour without types
  return fields as LogFields;
}

describe('a line', () => {
  test('has level, time, fields and message, in this order', () => {
    const { log, parsed } = captureLog();
    log.info(requestLine, 'request');
    const [line] = parsed();
    expect(line).toMatchObject({ level: 'info', ...requestLine, message: 'request' });
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(line ?? {})).toHaveLength(Object.keys(requestLine).length + 3);
  });

  test('is written from its level upwards', () => {
    const { log, parsed } = captureLog('warn');
    for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log[level]({}, 'x');
    expect(parsed().map((line) => line['level'])).toEqual(['warn', 'error', 'fatal']);
  });

  test('has the fields of its log and of the parent logs', () => {
    const { log, parsed } = captureLog('info', { version: '1.2.3' });
    log.child({ requestId: 'r1' }).child({ jobKind: 'relay' }).info({ count: 2 }, 'moved');
    expect(parsed()[0]).toMatchObject({ version: '1.2.3', requestId: 'r1', jobKind: 'relay', count: 2 });
  });

  test('truncates long texts', () => {
    const { log, parsed } = captureLog();
    log.info({ reason: 'x'.repeat(1_000) }, 'y'.repeat(1_000));
    expect(String(parsed()[0]?.['reason'])).toHaveLength(200);
    expect(String(parsed()[0]?.['message'])).toHaveLength(200);
  });

  test('writes null, omits undefined, and counts neither as dropped', () => {
    const { log, parsed, droppedFields } = captureLog();
    log.info({ problem: null, traceId: undefined }, 'x');
    expect(parsed()[0]).toHaveProperty('problem', null);
    expect(parsed()[0]).not.toHaveProperty('traceId');
    expect(droppedFields()).toBe(0);
  });
});

describe('a field that is not in the table', () => {
  test('does not compile, and is nevertheless dropped and counted', () => {
    const { log, parsed, droppedFields } = captureLog();
    // @ts-expect-error -- no such field
    log.info({ iban: 'NL91ABNA0417164300' }, 'x');
    // @ts-expect-error -- a field of another type
    log.info({ status: '201', count: { deep: 1 } }, 'x');
    for (const line of parsed()) expect(Object.keys(line)).toEqual(['level', 'time', 'message']);
    expect(droppedFields()).toBe(3);
  });

  test('is dropped from child logs and from the base too', () => {
    const { log, lines, droppedFields } = captureLog('info', hostile({ email: 'jan@example.test' }));
    log.child(hostile({ phone: '+31201234567' })).info({}, 'x');
    expect(lines.join()).not.toMatch(/jan|31201/);
    expect(droppedFields()).toBe(2);
  });

  test('never reaches the output, whatever its name, shape and depth', () => {
    const personal = fc.stringMatching(/^[a-z0-9]{12,30}$/);
    const key = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'err',
        'msg',
        'req',
        'res',
        'headers',
        'level',
        'time',
        '__proto__',
        'constructor',
        'toJSON',
      ),
    );
    const shaped = personal.chain((canary) =>
      fc.record({
        canary: fc.constant(canary),
        fields: fc.dictionary(
          key.filter((name) => !Object.hasOwn(logFields, name)),
          fc.oneof(
            fc.constant(canary),
            fc.constant({ deep: [{ canary }] }),
            fc.constant([canary]),
            fc.constant(new Map([[canary, canary]])),
            fc.constant({ toJSON: () => canary }),
            fc.constant(new Error(canary)),
          ),
        ),
        known: fc.dictionary(
          fc.constantFrom(...Object.keys(logFields)),
          fc.constantFrom<unknown>({ canary }, [canary], { toJSON: () => canary }, new Error(canary)),
        ),
      }),
    );
    fc.assert(
      fc.property(shaped, ({ canary, fields, known }) => {
        const { log, lines } = captureLog();
        log.info(hostile({ ...fields, ...known }), 'x');
        log.child(hostile(fields)).error(hostile({ error: new Error(canary) }), 'x');
        expect(lines).toHaveLength(2);
        expect(lines.join()).not.toContain(canary);
        for (const line of lines) expect(parse(line)).toHaveProperty('message', 'x');
      }),
      { numRuns: 500 },
    );
  });
});

describe('an error', () => {
  test('becomes name, code and frames', () => {
    const { log, parsed } = captureLog();
    log.error({ error: createFailure() }, 'failed');
    const [line] = parsed();
    expect(line).toMatchObject({ errorName: 'TypeError', errorCode: '23505' });
    expect(line?.['errorStack']).toMatch(/^at .*failure\.suite\.ts:\d+:\d+\)?\n/);
  });

  test('never shows its message, not even one that looks like frames', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{12,30}$/), (canary) => {
        const { log, lines } = captureLog();
        const message = `first\n    at ${canary} (file:///srv/${canary}.ts:1:2)\n    at ${canary}`;
        const changed = Object.assign(new Error(message), { message: 'harmless' });
        const emptied = Object.assign(new Error(message), { message: '' });
        log.error({ error: new Error(message) }, 'failed');
        log.error({ error: changed }, 'failed');
        log.error({ error: emptied }, 'failed');
        log.error({ error: new Error('outer', { cause: new Error(message) }) }, 'failed');
        log.error({ error: Object.assign(new Error('x'), { detail: canary, code: 7 }) }, 'failed');
        log.error({ error: canary }, 'failed');
        expect(lines).toHaveLength(6);
        expect(lines.join()).not.toContain(canary);
      }),
    );
  });
});

test('the line of a request costs at most 20 times the JSON text of a small object', () => {
  let bytes = 0;
  const log = createLogger({ level: 'info', destination: { write: (line) => (bytes += line.length) } });
  const cost = processorCost(() => log.info(requestLine, 'request'), 5_000);
  expect(bytes).toBeGreaterThan(0);
  expect(cost).toBeLessThan(20);
});
