/** What we use of the provider's maps script. */
export type Made = new (...given: unknown[]) => unknown;
export interface Maps {
  importLibrary(name: 'maps' | 'marker'): Promise<Record<string, Made>>;
}
export const isMaps = (maps: unknown): maps is Maps => typeof maps === 'object' && maps !== null && 'importLibrary' in maps;
