/** Returns a random UUID. `crypto.randomUUID` exists on secure origins only. */
export function newUuid(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40, bytes[7] ?? 0, ((bytes[8] ?? 0) & 0x3f) | 0x80], 6);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
