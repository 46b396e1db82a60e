const typed = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** `2027-03-14` as `14/03/2027`; any other text unchanged. */
export const formatDate = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

/** `14/03/2027` as `2027-03-14` if the day exists; any other text unchanged, for a rule to report. */
export function parseDate(text: string): string {
  const [, day = '', month = '', year = ''] = typed.exec(text.trim()) ?? [];
  if (!year) return text.trim();
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const exists = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(exists.getTime()) && exists.toISOString().startsWith(iso) ? iso : text.trim();
}

/**
 * Inserts slashes while digits are typed, because numeric keyboards have none. A typed slash replaces an inserted one. Deleting and pasting
 * change nothing.
 */
export function withSlashes(text: string, before: string): string {
  const isTyping = text.length === before.length + 1 && text.startsWith(before);
  if (isTyping && before.endsWith('/') && /[/.\- ]$/.test(text)) return before;
  return isTyping && /^(\d{2}|\d{1,2}\/\d{2})$/.test(text) ? `${text}/` : text;
}
