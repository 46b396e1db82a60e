import '../../../test/services';
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { paperMessages } from '@portal/contracts/_kernel/upload';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { pdfOf, streamOf, textPdf } from '../../../test/pdfs';
import { checkDocument, rendering } from './document-uploads';

const read = (bytes: Buffer) => checkDocument(new File([new Uint8Array(bytes)], 'cv.pdf', { type: 'application/pdf' }), 'visitor');

async function render(bytes: Buffer): Promise<Buffer> {
  const outcome = await read(bytes);
  if ('problem' in outcome) throw new Error(outcome.problem);
  expect([outcome.file.name, outcome.file.type]).toEqual(['cv.pdf', 'application/pdf']);
  return Buffer.from(await outcome.file.arrayBuffer());
}

/** The pages as a viewer shows them: size in points, and share of dark pixels. */
async function pagesOf(bytes: Buffer) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages: { width: number; height: number; dark: number }[] = [];
  for (const page of document.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    let dark = 0;
    await page.render({
      render: async ({ data, width, height }) => {
        const grey = await sharp(data, { raw: { width, height, channels: 4 } })
          .greyscale()
          .raw()
          .toBuffer();
        dark = grey.filter((value) => value < 100).length / grey.length;
        return data;
      },
    });
    pages.push({ width: Math.round(width), height: Math.round(height), dark });
  }
  document.destroy();
  library.destroy();
  return pages;
}

/** A PDF that takes longer to draw than any limit. */
function slowPdf(): Buffer {
  // Each form draws the next one 40 times: 40 to the power of 9 texts.
  const forms = Array.from({ length: 9 }, (_, index) =>
    streamOf('/N Do '.repeat(40), `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /N ${index + 7} 0 R >> >>`),
  );
  const last = streamOf(
    'BT /F1 9 Tf (slow) Tj ET',
    '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>',
  );
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /N 6 0 R >> >> /Contents 4 0 R >>',
    streamOf('/N Do'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...forms,
    last,
  ]);
}

const javascript = '<< /S /JavaScript /JS (app.alert\\("active"\\)) >>';
const file = '<< /Type /Filespec /F (tool.exe) /EF << /F 7 0 R >> >>';
const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A ${action} >>]`;

const active: [string, Parameters<typeof textPdf>[0]][] = [
  ['a script that runs when it opens', { catalog: `/OpenAction ${javascript}` }],
  ['additional actions of the document and a page', { catalog: `/AA << /WC ${javascript} >>`, page: `/AA << /O ${javascript} >>` }],
  ['named scripts', { catalog: `/Names << /JavaScript << /Names [(run) ${javascript}] >> >>` }],
  ['a link that starts a program', { page: link('<< /S /Launch /F (calc.exe) >>') }],
  ['a link to an address', { page: link('<< /S /URI /URI (https://active.example/) >>') }],
  ['a link into another file', { page: link('<< /S /GoToR /F (active.pdf) /D [0 /Fit] >>') }],
  ['a form that is sent', { page: link('<< /S /SubmitForm /F (https://active.example/) >>') }],
  ['data that are imported', { page: link('<< /S /ImportData /F (active.fdf) >>') }],
  [
    'an XFA form',
    {
      catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
      objects: [streamOf('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">active</xdp:xdp>')],
    },
  ],
  [
    'an attached file',
    {
      catalog: '/Names << /EmbeddedFiles << /Names [(tool.exe) 6 0 R] >> >>',
      objects: [file, streamOf('MZ active', '/Type /EmbeddedFile')],
    },
  ],
  [
    'an annotation with an attached file',
    {
      page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS 6 0 R >>]',
      objects: [file, streamOf('MZ active', '/Type /EmbeddedFile')],
    },
  ],
  ['rich media', { page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 20 20] /RichMediaContent << >> >>]' }],
  [
    'a 3D scene',
    {
      page: '/Annots [<< /Type /Annot /Subtype /3D /Rect [0 0 20 20] /3DD 6 0 R >>]',
      objects: [streamOf('active', '/Type /3D /Subtype /U3D')],
    },
  ],
  ['metadata', { catalog: '/Metadata 6 0 R', objects: [streamOf('<x:xmpmeta>active</x:xmpmeta>', '/Type /Metadata /Subtype /XML')] }],
];
const forbidden =
  /active|\/(?:JavaScript|JS|OpenAction|AA|Launch|URI|GoToR|SubmitForm|ImportData|XFA|AcroForm|EmbeddedFiles?|EF|Filespec|FileAttachment|RichMedia|3D|Annots|Metadata|Font)\b/;

let locked: Buffer;
beforeAll(async () => {
  const document = new PDFDocument({ userPassword: 'secret' });
  const whole = buffer(document);
  document.text('Curriculum vitae').end();
  locked = await whole;
});

describe('a PDF', () => {
  it.each(active)('with %s is rendered to a PDF of pictures without active content', async (_what, additions) => {
    const original = textPdf(additions);
    expect(original.toString('latin1')).toMatch(forbidden);
    const made = await render(original);
    expect(made.toString('latin1')).not.toMatch(forbidden);
    const [page, ...others] = await pagesOf(made);
    expect([page?.width, page?.height, others]).toEqual([612, 792, []]);
    expect(page?.dark).toBeGreaterThan(0.005);
  });

  it('keeps the order and number of its pages and their content', async () => {
    const [before, after] = [await pagesOf(textPdf({ pages: 3 })), await pagesOf(await render(textPdf({ pages: 3 })))];
    expect(after).toHaveLength(3);
    expect(after[0]?.dark).toBeCloseTo(before[0]?.dark ?? 0, 2);
  });

  it('is made smaller when a page has ten metres', async () => {
    const [page] = await pagesOf(await render(textPdf({ mediaBox: '[0 0 28346 28346]' })));
    expect(page?.width).toBeLessThan(1_000);
  });

  it.each<[string, () => Buffer, string]>([
    ['a truncated PDF', () => textPdf().subarray(0, 60), paperMessages.damaged],
    [
      'a PDF without pages',
      () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
      paperMessages.damaged,
    ],
    ['only its first bytes', () => Buffer.from('%PDF-1.7\n'), paperMessages.damaged],
    ['a PDF of 21 pages', () => textPdf({ pages: 21 }), 'This PDF has more than 20 pages. Please choose a shorter one.'],
    ['a PDF with a password', () => locked, 'This PDF is protected by a password. Please choose one without a password.'],
  ])('is rejected with a message: %s', async (_what, make, words) => {
    expect(await read(make())).toEqual({ problem: words });
  });

  const { ...limitsBefore } = rendering;
  afterEach(() => Object.assign(rendering, limitsBefore));

  it('is rejected when it needs more memory than the limit, and the next one is read', async () => {
    rendering.mostWasmBytes = 20 * 1024 * 1024;
    const document = new PDFDocument({ autoFirstPage: false });
    const whole = buffer(document);
    const image = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();
    document.addPage().image(image, 0, 0, { width: 300 });
    document.end();
    const large = await whole;
    expect(await read(large)).toEqual({ problem: paperMessages.unreadable });
    rendering.mostWasmBytes = limitsBefore.mostWasmBytes;
    expect(await read(large)).toHaveProperty('file');
    Object.assign(rendering, limitsBefore);
    expect(await read(textPdf())).toHaveProperty('file');
  });

  it('is rejected when it takes longer than the limit, and the next one is read', async () => {
    rendering.deadlineMs = 1_500;
    expect(await read(slowPdf())).toEqual({ problem: paperMessages.unreadable });
    Object.assign(rendering, limitsBefore);
    expect(await read(textPdf())).toHaveProperty('file');
  });
});
