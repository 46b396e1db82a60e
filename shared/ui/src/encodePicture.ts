export interface EncodeOptions {
  /** The maximum size in bytes. */
  most: number;
  /** The longest edge of an additional thumbnail; null for none. */
  thumbEdge: number | null;
  /** Longest edges in pixels; the first that fits is used. */
  edges?: readonly number[] | undefined;
}

export type EncodeResult = { is: 'jpeg'; jpeg: Blob; thumb: Blob | null } | { is: 'undecodable' } | { is: 'too large' };

/** Longest edges in pixels. At 2000, a photographed licence stays readable. Smaller ones are only used if nothing else fits. */
const EDGES = [2000, 1400, 1000, 700];
const QUALITIES = [0.82, 0.7, 0.55];

type Canvas = HTMLCanvasElement | OffscreenCanvas;

function canvasOf(width: number, height: number): Canvas {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function jpegOf(canvas: Canvas, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/jpeg', quality),
  );
}

/** Draws the picture on white, which replaces transparency, with a longest edge of at most `edge`. */
function draw(picture: ImageBitmap, edge: number): Canvas {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = canvasOf(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('The canvas cannot be drawn on');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function smallEnough(picture: ImageBitmap, most: number, edges: readonly number[]): Promise<Blob | null> {
  for (const edge of edges) {
    const canvas = draw(picture, edge);
    for (const quality of QUALITIES) {
      const jpeg = await jpegOf(canvas, quality);
      if (jpeg.size <= most) return jpeg;
    }
  }
  return null;
}

/**
 * Decodes a picture and encodes it as an upright JPEG with a longest edge of at most 2000 pixels. It works in a worker and on the page, and
 * rejects if the canvas fails.
 */
export async function encodePicture(file: Blob, { most, thumbEdge, edges = EDGES }: EncodeOptions): Promise<EncodeResult> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) return { is: 'undecodable' };
  try {
    const jpeg = await smallEnough(picture, most, edges);
    if (!jpeg) return { is: 'too large' };
    return { is: 'jpeg', jpeg, thumb: thumbEdge === null ? null : await jpegOf(draw(picture, thumbEdge), QUALITIES[0] ?? 1) };
  } finally {
    picture.close();
  }
}
