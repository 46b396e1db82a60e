import { LinkifyIt } from 'linkify-it';

/** A piece of a message: text, or a safe link. */
export interface MessagePiece {
  text: string;
  href?: string;
  /** Its offset in the message. */
  at: number;
}

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true })
  .add('http:', null)
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

const TRAILING = /[.,;:!?'"\]}>*_~]+$/;
/** Characters that change the writing direction or hide a part of the address. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** The address if it is harmless: https, a plain host with a dot, no credentials before it. */
function safe(candidate: string): string | null {
  const text = candidate.replace(TRAILING, '');
  if (INVISIBLE.test(text) || !URL.canParse(text)) return null;
  const { protocol, username, password, host, hostname } = new URL(text);
  const isPlain = protocol === 'https:' && !username && !password && hostname.includes('.') && !hostname.startsWith('xn--');
  return isPlain && !hostname.includes('.xn--') && text.toLowerCase().startsWith(`https://${host}`) ? text : null;
}

/** Splits a message into text and safe links; unsafe links stay text. */
export function piecesOf(message: string): MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let from = 0;
  for (const { text, index } of linkify.match(message) ?? []) {
    const href = safe(text);
    if (href === null) continue;
    if (index > from) pieces.push({ text: message.slice(from, index), at: from });
    pieces.push({ text: href, href, at: index });
    from = index + href.length;
  }
  if (from < message.length) pieces.push({ text: message.slice(from), at: from });
  return pieces;
}
