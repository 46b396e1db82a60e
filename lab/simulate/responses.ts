const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A reply whose body is in memory. The streams of the real one are slow, and clone by messages between threads. */
class SimulatedResponse {
  readonly headers: Map<string, string>;
  readonly status: number;
  readonly url = '';
  private readonly bytes: Uint8Array;

  constructor(body: string | Uint8Array, { headers = [], status = 200 }: { headers?: Iterable<[string, string]>; status?: number } = {}) {
    this.bytes = typeof body === 'string' ? encoder.encode(body) : body;
    this.headers = new SimulatedHeaders(headers);
    this.status = status;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  get body() {
    const parts = [{ value: this.bytes }];
    return { getReader: () => ({ read: async () => parts.shift() ?? { value: undefined }, cancel: async () => undefined }) };
  }
  clone() {
    return this;
  }
  async text() {
    return decoder.decode(this.bytes);
  }
  async json() {
    return JSON.parse(decoder.decode(this.bytes)) as unknown;
  }
  async arrayBuffer() {
    return new Uint8Array(this.bytes).buffer;
  }
}
class SimulatedHeaders extends Map<string, string> {
  override get(name: string): string {
    return super.get(name) ?? (null as unknown as string);
  }
}

/** Replaces the replies of `fetch` and of caches until `restore` is called. */
export function installResponses(): { restore(): void } {
  const { Response, Headers } = globalThis;
  Object.assign(globalThis, { Response: SimulatedResponse, Headers: SimulatedHeaders });
  return { restore: () => void Object.assign(globalThis, { Response, Headers }) };
}
