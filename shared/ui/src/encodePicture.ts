export interface EncodeOptions {
  /** Bytes at most. */
  most: number;
  /** Gives a small one of that edge beside it. */
  thumbEdge: number | null;
  /** Longest edges in pixels, the first one that fits. */
  edges?: readonly number[] | undefined;
}

export type Encoded = { is: 'jpeg'; jpeg: Blob; thumb: Blob | null } | { is: 'undecodable' } | { is: 'too large' };

/** Longest edge in pixels: a licence photographed as a whole stays readable. Smaller ones only if nothing else fits. */
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

/** The picture on white, which is what transparency becomes, no larger than `edge`. */
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

/** Decodes a picture and encodes it again as a JPEG: upright, its edge at most 2000 pixels. In a worker or on the page; rejects where the canvas fails. */
export async function encodePicture(file: Blob, { most, thumbEdge, edges = EDGES }: EncodeOptions): Promise<Encoded> {
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
