const typed = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** `2027-03-14` as `14/03/2027`; anything else as it is. */
export const shownDate = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

/** `14/03/2027` as `2027-03-14` when there is such a day; anything else as it is, for a rule to name. */
export function typedDate(text: string): string {
  const [, day = '', month = '', year = ''] = typed.exec(text.trim()) ?? [];
  if (!year) return text.trim();
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const exists = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(exists.getTime()) && exists.toISOString().startsWith(iso) ? iso : text.trim();
}

/** Sets the slashes while digits are typed (a numeric keyboard has none), and takes one that is typed for its own; deleting and pasting stay untouched. */
export function withSlashes(text: string, before: string): string {
  const isTyping = text.length === before.length + 1 && text.startsWith(before);
  if (isTyping && before.endsWith('/') && /[/.\- ]$/.test(text)) return before;
  return isTyping && /^(\d{2}|\d{1,2}\/\d{2})$/.test(text) ? `${text}/` : text;
}
