import {
  type SampleTransition,
  sampleEvents,
  sampleStates,
  sampleTransitions,
} from '../server/src/capabilities/identity/testing/sign-in-samples.suite.ts';

/** Events with which a customer leaves a page; they would cover the diagram. */
const leaving: readonly string[] = ['started-over', 'password-forgotten', 'username-forgotten'];

/** Returns the states of a sign-in and its events, found by applying sample events to sample states. */
export function signInDocument(notice: string): string {
  const transitions = sampleTransitions();
  const steps = [...new Set(sampleStates().map(({ step }) => step))];
  const events = [...new Set(sampleEvents.map(({ kind }) => kind))];
  const rows = events.map((event) => {
    const cells = steps.map((from) =>
      transitions
        .filter((each) => each.from === from && each.event === event)
        .map(({ to }) => (to === from ? '↺' : to))
        .join(', '),
    );
    return `| \`${event}\` | ${cells.join(' | ')} |`;
  });
  return `# States of a sign-in

${notice} \`after\` in [transitions.ts](../../server/src/capabilities/identity/domain/sign-in/transitions.ts) was applied to
sample states and sample events. An empty cell: the event is refused. Two targets: the members of the state decide. ↺: the same page again, with a message
or another choice.

| Event | ${steps.join(' | ')} |
|---|${steps.map(() => '---|').join('')}
${rows.join('\n')}

Without the events that leave a page (${leaving.map((event) => `\`${event}\``).join(', ')}) and without those that show it again:

\`\`\`mermaid
stateDiagram-v2
${arrows(transitions).join('\n')}
\`\`\`
`;
}

/** Mermaid accepts no hyphen in the name of a state. */
function nameOf(step: string): string {
  return step.replaceAll('-', '_');
}

function arrows(transitions: readonly SampleTransition[]): readonly string[] {
  const shown = transitions.filter(({ event, from, to }) => from !== to && !leaving.includes(event));
  const byEnds = Map.groupBy(shown, ({ from, to }) => `${nameOf(from)} --> ${nameOf(to)}`);
  return [
    '  [*] --> identify',
    '  [*] --> temporary_password: link of a message',
    '  [*] --> method: step-up',
    ...[...byEnds].map(([ends, its]) => `  ${ends}: ${its.map(({ event }) => event).join(', ')}`),
    '  finished --> [*]',
  ];
}
