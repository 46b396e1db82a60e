import { dayMonthYear, localTime, money, siteDate } from '@portal/contracts/_kernel/formats';
import { signedAmount, type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import PDFDocument from 'pdfkit';
import type { BookedSums } from './reports.repository';

export interface Statement {
  name: string;
  email: string;
  /** Civil dates at the sites. */
  from: string;
  to: string;
  /** When the statement was made. */
  now: string;
  rows: readonly Transaction[];
  sums: BookedSums;
}

const MARGIN = 48;
const LINE = 18;
/** Left edge and width of each column, in points. */
const columns = [
  { head: 'Date', at: 48, width: 112 },
  { head: 'Job', at: 164, width: 220 },
  { head: 'Status', at: 388, width: 82 },
  { head: 'Transaction', at: 474, width: 90, align: 'right' },
] as const;
const BOTTOM = 732;
/** Rows that are drawn before the event loop runs other work. */
const AT_ONCE = 200;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Letters that Unicode does not split into a letter and an accent. */
const near: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' };

/** The standard fonts of PDF have only the letters of Western Europe: others lose their accents, or become a question mark. */
const plain = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) =>
      /[\u0020-\u007e\u00a0-\u00ff–—‘’“”…•€]/.test(letter)
        ? letter
        : (near[letter] ?? letter.normalize('NFD').match(/[\u0020-\u007e]/)?.[0] ?? '?'),
    )
    .join('');

function line(doc: PDFKit.PDFDocument, y: number, cells: readonly string[], isHead = false): void {
  doc.font(isHead ? 'Helvetica-Bold' : 'Helvetica').fontSize(9);
  columns.forEach(({ at, width, ...column }, index) => {
    const align = 'align' in column ? column.align : 'left';
    doc.text(plain(cells[index] ?? ''), at, y, { width, height: LINE, align, ellipsis: true, lineBreak: false });
  });
}

function heading(doc: PDFKit.PDFDocument, y: number): number {
  line(
    doc,
    y,
    columns.map(({ head }) => head),
    true,
  );
  doc
    .moveTo(MARGIN, y + 13)
    .lineTo(564, y + 13)
    .lineWidth(0.5)
    .stroke();
  return y + LINE;
}

function front(doc: PDFKit.PDFDocument, { name, email, from, to, now, sums }: Statement): number {
  doc.font('Helvetica-Bold').fontSize(20).text('Earnings statement', MARGIN, MARGIN);
  doc.font('Helvetica').fontSize(10);
  doc.text(plain(`${name} (${email})`), MARGIN, 78);
  doc.text(`${dayMonthYear(from)} to ${dayMonthYear(to)}, days in Ontario`, MARGIN, 94);
  doc.text(`Made on ${dayMonthYear(siteDate(now))}`, MARGIN, 110);
  const facts = [
    ['Credited', money(sums.credited)],
    ['Debited', money(sums.debited)],
    ['Paid out', money(sums.paidOut)],
  ] as const;
  facts.forEach(([label, amount], index) => {
    doc.font('Helvetica').text(label, MARGIN + index * 140, 138);
    doc.font('Helvetica-Bold').text(amount, MARGIN + index * 140, 152);
  });
  return 184;
}

function numberPages(doc: PDFKit.PDFDocument): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    doc
      .font('Helvetica')
      .fontSize(8)
      .text(`Page ${page + 1} of ${count}`, MARGIN, 752, { width: 516, align: 'center', lineBreak: false });
  }
}

/** The statement as a PDF of letter pages. The same input gives the same bytes. */
export async function statementPdf(statement: Statement): Promise<Buffer> {
  const info = { Title: 'Earnings statement', CreationDate: new Date(statement.now) };
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, bottom: 24, left: MARGIN, right: MARGIN },
    bufferPages: true,
    info,
    lang: 'en-CA',
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const isDone = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  let y = heading(doc, front(doc, statement));
  if (statement.rows.length === 0) line(doc, y, ['', 'No payments in this period.']);
  for (const [index, row] of statement.rows.entries()) {
    if (y > BOTTOM) {
      doc.addPage();
      y = heading(doc, MARGIN);
    }
    const at = `${dayMonthYear(siteDate(row.createdAt, row.jobId?.timeZone))}, ${localTime(row.createdAt, row.jobId?.timeZone)}`;
    line(doc, y, [at, row.jobId?.jobTitle ?? '', transactionKind(row), signedAmount(row).replace('−', '-')]);
    y += LINE;
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  numberPages(doc);
  doc.end();
  await isDone;
  return Buffer.concat(parts);
}
