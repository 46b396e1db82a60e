export function ensurePackages(packages: readonly string[]): string | null;
