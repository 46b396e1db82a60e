// Renders a PDF to pictures and makes a new PDF of them, in a thread that can be ended. Plain JavaScript, because a Node worker cannot load
// TypeScript.
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** 150 dots per inch on a letter page: small print stays readable. */
const LONGEST_SIDE = 1650;
const POINTS_PER_INCH = 72;
const DOTS_PER_INCH = 150;
const WASM_PAGE = 65_536;

let isOverLimit = false;

/** `resourceLimits` of a worker does not limit WebAssembly memory. PDFium may continue without the part that exceeds the limit. */
function limitMemory(mostBytes) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE > mostBytes) {
      isOverLimit = true;
      throw new RangeError('The memory limit is reached');
    }
    return grow.call(this, pages);
  };
}

const toJpeg = ({ data, width, height }) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 75 })
    .toBuffer();

async function renderInto(made, page) {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(Math.min(originalWidth, originalHeight) >= 1)) throw new Error('A page has no size');
  const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE / longest);
  const { data, width, height } = await page.render({ scale, render: toJpeg });
  const size = [(width / DOTS_PER_INCH) * POINTS_PER_INCH, (height / DOTS_PER_INCH) * POINTS_PER_INCH];
  made.addPage({ size, margin: 0 }).image(Buffer.from(data), 0, 0, { width: size[0], height: size[1] });
}

async function render({ bytes, mostPages, mostBytes }) {
  limitMemory(mostBytes);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(new Uint8Array(bytes)).catch((error) => error);
  if (document instanceof Error) return { problem: /password|security/i.test(document.message) ? 'locked' : 'damaged' };
  const pages = document.getPageCount();
  if (pages > mostPages) return { problem: 'tooManyPages' };
  if (pages === 0) return { problem: 'damaged' };
  const made = new PDFDocument({ autoFirstPage: false });
  const whole = buffer(made);
  for (const page of document.pages()) await renderInto(made, page);
  made.end();
  if (isOverLimit) return { problem: 'unreadable' };
  return { made: new Uint8Array(await whole).buffer };
}

// PDFium throws for a file that it cannot read, or that needs too much memory.
const outcome = await render(workerData).catch(() => ({ problem: isOverLimit ? 'unreadable' : 'damaged' }));
parentPort?.postMessage(outcome, outcome.made ? [outcome.made] : []);
