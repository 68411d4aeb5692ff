import type { CoreAccount, CoreBank } from '#capabilities/core-banking/index.ts';
import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import { listPartyNames, listPartyNumbers } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import { issueStartOf } from '../domain/statement-period.ts';
import { openStatements } from '../operations/open-statements.ts';
import { sendStatements } from '../operations/send-statements.ts';
import type { AccountReads } from '../ports/account-reads.ts';
import type { AccountsChoices, AccountsPorts } from '../ports/accounts-ports.ts';
import {
  type AccountsTestApp,
  accountReadsOf,
  createAccountsTestApp,
  testStatementBanks,
  usualChoices,
} from './accounts-test-app.suite.ts';

type Renderer = CorrespondencePorts['documentRenderer'];
type PdfJob = Parameters<Renderer['pdf']>[0];

/** Statements of accounts on a database with customers, a core in memory and a renderer that keeps what it gets. */
export interface StatementsTestApp extends AccountsTestApp {
  /** What was rendered, in its order. */
  readonly rendered: PdfJob[];
  /** Texts of messages, in their order. */
  readonly texts: string[];
  statementContext(): Context & AccountsPorts;
  chooseStatements(more: Partial<AccountsChoices>): void;
  /** Replaces the answer of the renderer; undefined for the usual one. */
  usePdf(pdf: Renderer['pdf'] | undefined): void;
  publishTemplate(): Promise<void>;
  /** Moves the clocks to the day on which statements of the present month are made; returns the month. */
  toIssueDay(): string;
  /** Does what the loops of the worker do, until nothing is left. */
  make(): Promise<void>;
  /** Statements of a customer in the mailbox, oldest first, with the names of their documents. */
  statementsOf(
    customerNumber: string,
  ): Promise<readonly { readonly accountId: string; readonly files: number }[]>;
  /** What is known about the statements of an account, oldest first. */
  outcomesOf(accountId: string): Promise<readonly (string | null)[]>;
}

const zone = 'Europe/Berlin';

/** Renders nothing: the data as it is, after the mark of a PDF. */
const plainPdf: Renderer['pdf'] = async ({ data }) => ({
  kind: 'done',
  product: Buffer.from(`%PDF-1.7\n${JSON.stringify(data)}`),
});

/** With a renderer, or with one that renders nothing. */
export async function createStatementsTestApp(renderer?: Renderer): Promise<StatementsTestApp> {
  const app = await createAccountsTestApp();
  let choices = usualChoices;
  let answer: Renderer['pdf'] | undefined;
  let core: CoreBank | undefined;
  const rendered: PdfJob[] = [];
  const texts: string[] = [];
  const usual = app.ports.identity.authorization.correspondence.documentRenderer;
  const documentRenderer: Renderer = {
    ...(renderer ?? usual),
    texts: async (job) => {
      const result = await (renderer ?? usual).texts(job);
      if (result.kind === 'done') texts.push(JSON.stringify(result.product));
      return result;
    },
    pdf: async (job) => {
      rendered.push(job);
      return (answer ?? renderer?.pdf ?? plainPdf)(job);
    },
  };
  const statementContext = (): Context & AccountsPorts => {
    const context = app.context();
    const { identity } = context;
    const { authorization } = identity;
    const { correspondence } = authorization;
    return {
      ...context,
      identity: {
        ...identity,
        authorization: { ...authorization, correspondence: { ...correspondence, documentRenderer } },
      },
      accountReads: followingMerges(() => core ?? app.core.core, correspondence.party),
      accountsChoices: { of: () => choices },
      statementBanks: testStatementBanks,
    };
  };
  const make = async (): Promise<void> => {
    const context = statementContext();
    while ((await openStatements(context)) > 0);
    while ((await sendStatements(context)) > 0);
  };
  return {
    ...app,
    rendered,
    texts,
    statementContext,
    useCore: (next) => void (core = next),
    chooseStatements: (more) => void (choices = { ...usualChoices, ...more }),
    usePdf: (pdf) => void (answer = pdf),
    async publishTemplate() {
      const context = statementContext();
      await publishTestTemplate(
        { ...context, ...context.identity.authorization.correspondence },
        {
          templateId: 'statement',
          messageKind: 'statement',
          messageCategory: 'account',
          text: '{{ number }}',
          pdf: 'statement',
        },
      );
    },
    toIssueDay() {
      const { clock } = app.identity;
      const period = clock.today(zone).with({ day: 1 });
      const start = issueStartOf(period, zone).toString();
      clock.set(start);
      app.core.clock.set(start);
      return period.toString().slice(0, 7);
    },
    make,
    async statementsOf(customerNumber) {
      const rows = await app.identity.database.query<{ account_id: string; files: number }>(
        `select c.account_id, (select count(*)::int from correspondence.attachment a
                                where a.bank_id = c.bank_id and a.content_id = c.content_id) as files
           from correspondence.mailbox_message m join correspondence.communication c
             on c.bank_id = m.bank_id and c.communication_id = m.communication_id
          where m.customer_number = $1 and m.message_kind = 'statement' and c.medium = 'mailbox'
          order by m.created_at, m.message_id`,
        [customerNumber],
      );
      return rows.map(({ account_id: accountId, files }) => ({ accountId, files }));
    },
    async outcomesOf(accountId) {
      const rows = await app.identity.database.query<{ outcome: string | null }>(
        'select outcome from accounts.statement where account_id = $1 order by period, currency',
        [accountId],
      );
      return rows.map(({ outcome }) => outcome);
    },
  };
}

/** The core knows accounts under former numbers too; names are those of the party interface. */
function followingMerges(core: () => CoreBank, party: CorrespondencePorts['party']): AccountReads {
  const usual = accountReadsOf(core);
  return {
    ...usual,
    async accountsOf(db, bankId, customerNumber) {
      const numbers = await listPartyNumbers(db, { bankId, customerNumber });
      const found = await Promise.all(numbers.map((number) => usual.accountsOf(db, bankId, number)));
      return [
        ...new Map(found.flat().map((one): readonly [string, CoreAccount] => [one.accountId, one])).values(),
      ];
    },
    namesOf: (db, bankId, partyNumbers) => listPartyNames(party, db, { bankId, partyNumbers }),
  };
}
