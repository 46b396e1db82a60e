/** A map with a total weight limit that drops the least recently used entries; one entry always stays, regardless of its weight. */
export class LruCache<T> {
  private readonly entries = new Map<string, { value: T; weight: number }>();
  private total = 0;

  constructor(private readonly most: number) {}

  get(key: string): T | undefined {
    const found = this.entries.get(key);
    if (found) this.set(key, found.value, found.weight);
    return found?.value;
  }

  set(key: string, value: T, weight = 1): void {
    this.delete(key);
    this.entries.set(key, { value, weight });
    this.total += weight;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.most || this.entries.size === 1) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.total -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }
}
