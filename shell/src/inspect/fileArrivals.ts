/** How a file came into this page. `unknown`: the browser does not state it. */
export type Arrival = 'page' | 'network' | 'dictionary' | 'worker' | 'cache' | 'checked' | 'unknown';

/** The fields of a browser's resource entry that are read here. Not every browser has the optional ones. */
export interface ResourceEntry
  extends Pick<
    PerformanceResourceTiming,
    'name' | 'startTime' | 'duration' | 'workerStart' | 'transferSize' | 'encodedBodySize' | 'decodedBodySize'
  > {
  deliveryType?: string;
  contentEncoding?: string;
}

export interface FileArrival {
  file: string;
  arrival: Arrival;
  /** Bytes on the wire with headers; null if the browser does not state them. */
  wire: number | null;
  /** Bytes after decompression; null if unknown. */
  size: number | null;
  /** Milliseconds from the request to the last byte; null if unknown. */
  ms: number | null;
}

/** A file in the page's HTML or elements. `inline`: the bytes of an inlined stylesheet; null for a link or script. */
export interface PageFile {
  url: string;
  inline: number | null;
}

/** The default limit of browsers. Later downloads are missing. */
export const ENTRY_LIMIT = 250;

function arrivalOf(entry: ResourceEntry): Arrival {
  const { workerStart, transferSize, encodedBodySize, decodedBodySize, deliveryType, contentEncoding } = entry;
  if (workerStart > 0) return 'worker';
  // Another origin that hides its sizes, or a failed request.
  if (transferSize === 0 && decodedBodySize === 0) return 'unknown';
  if (deliveryType === 'cache' || transferSize === 0) return 'cache';
  if (contentEncoding === 'dcz' || contentEncoding === 'dcb') return 'dictionary';
  // The portal host answered 304, so only headers came.
  return transferSize < encodedBodySize ? 'checked' : 'network';
}

function readEntry(file: string, entry: ResourceEntry, listedSize: number | undefined): FileArrival {
  const arrival = arrivalOf(entry);
  // Behind a worker the browser hides whether the network was used.
  const hasWire = arrival !== 'worker' && arrival !== 'unknown';
  const size = entry.decodedBodySize || listedSize;
  return { file, arrival, wire: hasWire ? entry.transferSize : null, size: size ?? null, ms: Math.round(entry.duration) };
}

/**
 * The files of one module version in this page, in the order of their requests. `folder` is the address of the version; `sizes` has the
 * bytes of each file by its manifest.
 */
export function readArrivals(
  folder: string,
  { entries, inPage }: { entries: readonly ResourceEntry[]; inPage: readonly PageFile[] },
  sizes: Readonly<Record<string, { size: number }>> = {},
): FileArrival[] {
  const rows = new Map<string, FileArrival>();
  const fileOf = (url: string) => (url.startsWith(folder) ? (url.slice(folder.length).split('?', 1)[0] ?? '') : '');
  const addFromPage = (isWanted: (one: PageFile) => boolean, arrival: Arrival) => {
    for (const { url, inline } of inPage.filter(isWanted)) {
      const file = fileOf(url);
      if (file && !rows.has(file)) rows.set(file, { file, arrival, wire: null, size: inline ?? sizes[file]?.size ?? null, ms: null });
    }
  };
  addFromPage(({ inline }) => inline !== null, 'page');
  for (const entry of [...entries].sort((one, other) => one.startTime - other.startTime)) {
    const file = fileOf(entry.name);
    const known = rows.get(file);
    // The first download counts: later requests of the same file are answered by a cache. A request without a body is a probe.
    const isFirst = !known || (known.arrival === 'unknown' && entry.decodedBodySize > 0);
    if (file && isFirst) rows.set(file, readEntry(file, entry, sizes[file]?.size));
  }
  // The browser's list has no download of these elements.
  addFromPage(() => true, 'unknown');
  return [...rows.values()];
}

const names: Record<Arrival, string> = {
  page: 'Inside the HTML',
  network: 'Network',
  dictionary: 'Network, as a difference to an earlier version (dictionary)',
  worker: 'Service worker (its cache or the network: the browser does not state which)',
  cache: 'Browser cache',
  checked: 'Browser cache, confirmed by the portal host',
  unknown: 'Unknown: the browser does not state it',
};
export const arrivalText = (arrival: Arrival): string => names[arrival];
