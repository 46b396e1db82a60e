const MOST = 100;

/** A checked file ends as what its bytes are. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * The header of a file that is sent: a browser shows what it can show, and saves it under this name. Old readers get the letters that they
 * know, all others the name itself (RFC 6266).
 */
export function inlineDisposition(name: string): string {
  const whole = name.replace(/\p{Cs}/gu, '_');
  const plain = whole.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  if (plain === whole) return `inline; filename="${plain}"`;
  const coded = encodeURIComponent(whole).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${coded}`;
}

/**
 * What a file was called by whoever sent it, fit to be shown and to be saved under: without folders, control or direction characters,
 * not endless, with the ending of its bytes. For a file that the platform has checked.
 */
export function safeFilename(file: Blob): string {
  const given = file instanceof File ? file.name.normalize('NFC') : '';
  const stem = (given.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N} _.()-]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${[...stem].slice(0, MOST).join('') || 'file'}.${extensions[file.type] ?? 'bin'}`;
}
