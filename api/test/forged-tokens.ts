/** The token with another first character of its signature. Its last character may have bits that no decoder reads. */
export function withChangedSignature(token: string): string {
  const start = token.lastIndexOf('.') + 1;
  return `${token.slice(0, start)}${token[start] === 'A' ? 'B' : 'A'}${token.slice(start + 1)}`;
}
