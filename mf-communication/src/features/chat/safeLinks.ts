/** A piece of a message: text, or a link that may be pressed. */
export interface Piece {
  text: string;
  href?: string;
  /** Where in the message it begins. */
  at: number;
}

/** Visible ASCII only: a look-alike letter or one that turns the direction of writing ends the link. */
const CANDIDATE = /https:\/\/[!-~]+/g;
const TRAILING = /[.,;:!?'")\]}>*_~]+$/;

/** The address itself when it is what it looks like: https, a plain host with a dot, nobody's name in front of it. */
function safe(candidate: string): string | null {
  const text = candidate.replace(/[<>"].*$/, '').replace(TRAILING, '');
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, host, hostname } = new URL(text);
  const isPlain = protocol === 'https:' && !username && !password && hostname.includes('.') && !hostname.startsWith('xn--');
  return isPlain && !hostname.includes('.xn--') && text.toLowerCase().startsWith(`https://${host}`) ? text : null;
}

/** A message in pieces; only safe links are links, everything else stays text. */
export function piecesOf(message: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: candidate, index } of message.matchAll(CANDIDATE)) {
    const href = safe(candidate);
    if (href === null) continue;
    if (index > from) pieces.push({ text: message.slice(from, index), at: from });
    pieces.push({ text: href, href, at: index });
    from = index + href.length;
  }
  if (from < message.length) pieces.push({ text: message.slice(from), at: from });
  return pieces;
}
