const MOST = 100;

/** The extension of a checked file follows from its content type. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Content-Disposition header of a file reply: the browser displays the file if it can, and saves it under this name. Old clients read the ASCII
 * form, others the full name (RFC 6266).
 */
export function inlineDisposition(name: string): string {
  const whole = name.replace(/\p{Cs}/gu, '_');
  const plain = whole.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  if (plain === whole) return `inline; filename="${plain}"`;
  const coded = encodeURIComponent(whole).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${coded}`;
}

/**
 * A safe version of the sender's file name for display and download: without folders, control or direction characters, at most 100 characters,
 * with the extension of its content type. The file must have been checked before.
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
