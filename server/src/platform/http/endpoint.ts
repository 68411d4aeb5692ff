import type { Context } from '#platform/work/context.ts';
import type { Answer, AnswerOf, Contract, RequestOf } from './contract.ts';

/** One line of a capability's list: contract → translate → operation → translate. */
export interface Endpoint<Ports> {
  readonly contract: Contract;
  readonly operation: { readonly name: string };
  run(context: Context, ports: Ports, request: RequestOf<Contract>): Promise<Answer>;
}

interface EndpointParts<C extends Contract, Ports, Command, Result> {
  readonly toCommand: (request: RequestOf<C>) => Command;
  readonly operation: (context: Context & Ports, command: Command) => Promise<Result>;
  readonly toAnswer: (result: Result, request: RequestOf<C>) => AnswerOf<C>;
}

/**
 * Joins a contract with the operation behind it. The way back to the wire is known before the operation runs,
 * because the answer to an idempotent command is stored in the command's own transaction.
 */
export function endpoint<const C extends Contract, Ports, Command, Result>(
  contract: C,
  parts: EndpointParts<C, Ports, Command, Result>,
): Endpoint<Ports> {
  return {
    contract,
    operation: parts.operation,
    async run(context, ports, validated) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- validated against the schemas of this very contract
      const request = validated as RequestOf<C>;
      const toAnswer = onceFor(
        (result: unknown): Answer =>
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the result comes from this endpoint's operation
          parts.toAnswer(result as Result, request) as Answer,
      );
      const result = await parts.operation({ ...context, ...ports, toAnswer }, parts.toCommand(request));
      return toAnswer(result);
    },
  };
}

/** A command's answer is needed twice, to be stored and to be sent; it is made once. */
function onceFor(make: (result: unknown) => Answer): (result: unknown) => Answer {
  let made: { readonly result: unknown; readonly answer: Answer } | undefined;
  return (result) => {
    if (made === undefined || made.result !== result) made = { result, answer: make(result) };
    return made.answer;
  };
}
