/** Writes a PDF with these objects, numbered from 1. The first one is the catalog. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export const streamOf = (text: string, keys = ''): string => `<< /Length ${text.length} ${keys} >>\nstream\n${text}\nendstream`;

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

interface Additions {
  catalog?: string;
  page?: string;
  /** Additional objects from number 6 on. */
  objects?: readonly string[];
  pages?: number;
  mediaBox?: string;
}

/** A PDF of one text page, repeated `pages` times, with additions to its catalog and page. */
export function textPdf({ catalog = '', page = '', objects = [], pages = 1, mediaBox = '[0 0 612 792]' }: Additions = {}): Buffer {
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ');
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page} >>`,
    streamOf('BT /F1 48 Tf 72 600 Td (Curriculum vitae) Tj ET'),
    FONT,
    ...objects,
  ]);
}
